import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a window is opened",
    files: { "main.c": "#include <GLFW/glfw3.h>\nint main(void) { return 0; }\n" },
    command: "gcc main.c -o app",
    shows: "GLFW/glfw3.h: No such file",
    hints: "libglfw3-dev",
    needs: ["gcc"],
  },
];
