import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "php-semicolon",
    when: "a sum has none",
    files: { "app.php": "<?php\n$total = array_sum([1, 2])\n\necho $total;\n" },
    command: "php app.php",
    shows: 'unexpected token "echo"',
    needs: ["php"],
  },
  {
    rule: "php-bracket",
    when: "a condition is not closed",
    files: { "app.php": '<?php\nif (count([1]) > 0 {\n    echo "yes";\n}\n' },
    command: "php app.php",
    shows: 'unexpected token "{"',
    needs: ["php"],
  },
  {
    rule: "php-name",
    when: "a function is misspelt",
    files: { "app.php": '<?php\necho strlne("abc");\n' },
    command: "php app.php",
    shows: "undefined function strlne",
    needs: ["php"],
  },
  {
    rule: "php-require",
    when: "a file is misspelt",
    files: { "app.php": '<?php\nrequire __DIR__ . "/confg.php";\n', "config.php": "<?php\n" },
    command: "php app.php",
    shows: "confg.php",
    needs: ["php"],
  },
  {
    rule: "php-unclosed",
    when: "a block is not closed",
    files: { "app.php": "<?php\nfunction f() {\n    echo 1;\n" },
    command: "php app.php",
    shows: "Unclosed '{'",
    hints: "is never closed",
    needs: ["php"],
  },
];
