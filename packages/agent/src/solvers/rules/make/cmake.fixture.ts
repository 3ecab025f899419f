import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "cmake-command",
    when: "a message is printed",
    files: {
      "CMakeLists.txt":
        'cmake_minimum_required(VERSION 3.16)\nproject(sum NONE)\nmesage(STATUS "ready")\n',
    },
    command: "cmake -B build",
    shows: 'Unknown CMake command "mesage"',
    needs: ["cmake", "make"],
  },
  {
    rule: "cmake-target",
    when: "a target is set up",
    files: {
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.16)\nproject(sum NONE)\nadd_library(parser INTERFACE)\ntarget_include_directories(praser INTERFACE src)\n",
    },
    command: "cmake -B build",
    shows: "Cannot specify include directories",
    needs: ["cmake", "make"],
  },
  {
    rule: "cmake-file",
    when: "a directory is misspelt",
    files: {
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.16)\nproject(sum NONE)\nadd_subdirectory(scr)\n",
      "src/CMakeLists.txt": "",
    },
    command: "cmake -B build",
    shows: "which is not an existing",
    needs: ["cmake", "make"],
  },
  {
    rule: "cmake-source-directory",
    when: "it runs in the build directory",
    files: { "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(sum NONE)\n" },
    setup: "mkdir build",
    command: "cd build && cmake .",
    shows: "does not appear to contain CMakeLists.txt",
    needs: ["cmake", "make"],
  },
  {
    rule: "cmake-build-directory",
    when: "the project is built",
    files: { "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(sum NONE)\n" },
    setup: "cmake -B build",
    command: "cmake --build bulid",
    shows: "is not a directory",
    needs: ["cmake", "make"],
  },
];
