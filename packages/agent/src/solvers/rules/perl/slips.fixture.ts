import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "perl-semicolon",
    when: "a declaration has none",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nmy $x = 1\nprint $x;\n",
    },
    command: "perl app.pl",
    shows: "syntax error",
    needs: ["perl"],
  },
  {
    rule: "perl-elsif",
    when: "it is written in two words",
    files: {
      "app.pl":
        "use strict;\nuse warnings;\n\nmy $x = 2;\nif ($x == 1) {\n    print 1;\n} else if ($x == 2) {\n    print 2;\n}\n",
    },
    command: "perl app.pl",
    shows: "else if",
    needs: ["perl"],
  },
  {
    rule: "perl-variable",
    when: "it is misspelt",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nmy $total = 1;\nprint $totl;\n",
    },
    command: "perl app.pl",
    shows: "requires explicit package name",
    needs: ["perl"],
  },
  {
    rule: "perl-name",
    when: "a function is misspelt",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nsub total { return 1 }\nprint totl(1);\n",
    },
    command: "perl app.pl",
    shows: "Undefined subroutine",
    needs: ["perl"],
  },
  {
    rule: "perl-module",
    when: "it is not installed",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nuse Spreadsheet::OfNobody;\n",
    },
    command: "perl app.pl",
    shows: "Can't locate Spreadsheet/OfNobody.pm",
    hints: "cpanm Spreadsheet::OfNobody",
    needs: ["perl"],
  },
  {
    rule: "perl-module",
    when: "it is in lib",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nuse MyUtil;\n\nprint MyUtil::f();\n",
      "lib/MyUtil.pm": "package MyUtil;\n\nsub f { return 1 }\n\n1;\n",
    },
    command: "perl app.pl",
    shows: "Can't locate MyUtil.pm",
    needs: ["perl"],
  },
  {
    rule: "perl-explained",
    when: "a word has no quotes",
    files: {
      "app.pl": "use strict;\nuse warnings;\n\nmy $x = hello;\nprint $x;\n",
    },
    command: "perl app.pl",
    shows: "Bareword",
    hints: "hello stands without quotes",
    needs: ["perl"],
  },
];
