import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a recipe copies into the home",
    files: {
      "notes.conf": "editor = vim\n",
      Makefile: "install:\n\tcp notes.conf $HOME/notes.conf\n",
      "home/.keep": "",
    },
    around: 'HOME="$PWD/home"',
    command: "make install",
    shows: "cannot create regular file 'OME/notes.conf'",
    needs: ["make"],
  },
  {
    when: "a recipe copies into a directory of the home",
    files: {
      "notes.conf": "editor = vim\n",
      Makefile: "install: notes.conf\n\tcp notes.conf $HOME/.config/notes/notes.conf\n",
      "home/.config/notes/.keep": "",
    },
    around: 'HOME="$PWD/home"',
    command: "make install",
    shows: "cannot create regular file 'OME/.config/notes/notes.conf'",
    needs: ["make"],
  },
];
