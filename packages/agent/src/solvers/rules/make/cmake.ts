/** What cmake refuses: a misspelt command, file or directory in CMakeLists.txt, or the wrong place. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { nearest, nearestOrLonger } from "../nearest.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { callOf, firstMatch, hasLine, type View } from "../view.ts";

const COMMANDS = [
  "add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions",
  "add_dependencies add_executable add_library add_subdirectory add_test aux_source_directory",
  "cmake_minimum_required cmake_policy configure_file enable_language enable_testing execute_process",
  "file find_file find_library find_package find_path find_program foreach function get_filename_component",
  "get_property if else elseif endif endforeach endfunction endmacro include include_directories",
  "install link_directories link_libraries list macro mark_as_advanced math message option project",
  "return set set_property set_target_properties source_group string target_compile_definitions",
  "target_compile_features target_compile_options target_include_directories target_link_directories",
  "target_link_libraries target_link_options target_sources unset while endwhile",
].flatMap((line) => line.split(" "));
const AT = /^CMake Error at ([\w./-]{1,250}):(\d{1,7}) \((\w{1,60})\):$/;
const FOLDER = /add_subdirectory given source "([\w./-]{1,200})" which is not an existing/;

/** The place of the first error. */
function place(view: View): { readonly path: string; readonly line: number } | null {
  const [, path, line] = firstMatch(view, AT) ?? [];
  return path === undefined ? null : { path, line: Number(line) };
}

export const cmakeRules: readonly Rule[] = [
  slips({
    name: "cmake-command",
    kind: "CMake command",
    language: LANGUAGES.cmake,
    finds(view) {
      const at = place(view);
      const typed = firstMatch(view, /^\s*Unknown CMake command "(\w{2,60})"\.$/)?.[1];
      return at === null || typed === undefined ? [] : [{ ...at, typed }];
    },
    near: ({ typed }) => nearest(typed.toLowerCase(), COMMANDS),
  }),
  slips({
    name: "cmake-target",
    kind: "CMake target",
    language: LANGUAGES.cmake,
    finds(view) {
      const at = place(view);
      const typed = firstMatch(
        view,
        /^\s*Cannot specify [\w ]{1,40} for target "([\w.-]{2,60})" which is not$|^\s*Cannot specify [\w ]{1,40} for target "([\w.-]{2,60})" which is not built/,
      );
      const name = typed?.[1] ?? typed?.[2];
      return at === null || name === undefined ? [] : [{ ...at, typed: name }];
    },
    near: ({ typed }, { lines }) =>
      nearest(
        typed,
        lines.flatMap(
          (line) => /^\s*add_(?:executable|library)\(\s*([\w.-]+)/i.exec(line)?.[1] ?? [],
        ),
      ),
  }),
  rule({
    name: "cmake-file",
    title: "CMakeLists.txt names a file that does not exist",
    sees(view) {
      const at = view.lines.findIndex((line) => /^\s*Cannot find source file:$/.test(line));
      const source =
        at === -1 ? undefined : view.lines.slice(at + 1).find((line) => line.trim() !== "");
      const typed = source?.trim() ?? firstMatch(view, FOLDER)?.[1];
      return typed === undefined || !/^[\w./+-]{2,200}$/.test(typed)
        ? null
        : { typed, path: place(view)?.path ?? "CMakeLists.txt" };
    },
    async repair({ typed, path }, _view, ask) {
      const source = await sourceText(path, ask);
      if (source === null) return null;
      const here = source.path.slice(0, source.path.lastIndexOf("/") + 1);
      const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
      const name = nearestOrLonger(typed.slice(folder.length), await ask.list(here + folder));
      const other = (await ask.find([typed.slice(folder.length)])).map((file) =>
        file.slice(here.length),
      );
      const meant = name !== null ? folder + name : other.length === 1 ? (other[0] ?? null) : null;
      const line = source.lines.findIndex((text) => text.split(/[\s()"]+/).includes(typed)) + 1;
      if (meant === null || line === 0) return null;
      const now = (source.lines[line - 1] ?? "").replace(typed, () => meant);
      const shell = rewrite(source, withLine(source.lines, line, now));
      if (shell === null) return null;
      return {
        shell,
        explanation: `Line ${line} of ${source.path} names ${typed}, which does not exist; ${meant} does.`,
      };
    },
  }),
  rule({
    name: "cmake-source-directory",
    title: "cmake runs in the wrong directory",
    sees(view) {
      const isMissing = hasLine(
        view,
        /^CMake Error: The source directory ".{1,300}" does not (?:appear to contain CMakeLists\.txt|exist)\.$/,
      );
      const call = isMissing ? callOf(view, "cmake") : null;
      const word = call?.operands.find(({ value }) => value !== null && !value.startsWith("-"));
      return word === undefined ? null : { word };
    },
    async repair({ word }, view, ask) {
      const above = await ask.existing("../CMakeLists.txt");
      const [below] = await ask.find(["CMakeLists.txt"]);
      const place =
        above.length > 0 ? ".." : below?.slice(0, Math.max(below.lastIndexOf("/"), 0)) || null;
      return place === null || word.value === place
        ? null
        : corrected(replaceWord(view, word, quoteWord(place)), `CMakeLists.txt is in ${place}.`);
    },
  }),
  mistyped({
    name: "cmake-build-directory",
    kind: "build directory",
    finds: wordOfCommand({
      says: /^Error: (?:\/\S{0,250}\/)?([\w.-]{2,80}) is not a directory$/,
      word: operandOf("cmake"),
    }),
    async meant({ typed }, { ask }) {
      const caches = await ask.find(["CMakeCache.txt"]);
      return nearest(
        typed,
        caches.map((path) => path.split("/").at(-2) ?? ""),
      );
    },
  }),
];
