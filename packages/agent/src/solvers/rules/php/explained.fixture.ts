import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "php-elseif",
    when: "elif is written",
    files: {
      "app.php": "<?php\nif (0) {\n    echo 1;\n} elif (2) {\n    echo 2;\n}\n",
    },
    command: "php app.php",
    shows: "syntax error",
    needs: ["php"],
  },
  {
    rule: "php-dollar",
    when: "a variable has none",
    files: {
      "app.php": "<?php\ntotal = 5;\n",
    },
    command: "php app.php",
    shows: "unexpected token",
    hints: "a variable starts with a dollar sign: $total",
    needs: ["php"],
  },
  {
    rule: "php-composer",
    when: "vendor is missing",
    files: {
      "app.php": '<?php\nrequire "vendor/autoload.php";\n',
    },
    command: "php app.php",
    shows: "Failed to open stream",
    hints: "Run composer install",
    needs: ["php"],
  },
  {
    rule: "php-explained",
    when: "a value is null",
    files: {
      "app.php": "<?php\n$x = null;\necho $x->name();\n",
    },
    command: "php app.php",
    shows: "on null",
    hints: "Line 3 of app.php: name() is called on null",
    needs: ["php"],
  },
];
