import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "ruby-elsif",
    when: "it is written in two words",
    files: {
      "app.rb": "x = 1\nif x == 2\n  puts 1\nelse if x == 1\n  puts 2\nend\n",
    },
    command: "ruby app.rb",
    shows: "syntax error",
    needs: ["ruby"],
  },
  {
    rule: "ruby-load-path",
    when: "a file of the program is required",
    files: {
      "app.rb": 'require "util"\n\nputs 1\n',
      "lib/util.rb": "X = 1\n",
    },
    command: "ruby app.rb",
    shows: "cannot load such file",
    needs: ["ruby"],
  },
  {
    rule: "ruby-gem",
    when: "nokogiri is needed",
    files: {
      "app.rb": 'require "sinatra_of_nobody"\n',
    },
    command: "ruby app.rb",
    shows: "cannot load such file",
    hints: "which is not installed: gem install sinatra_of_nobody",
    needs: ["ruby"],
  },
  {
    rule: "ruby-key",
    when: "a key is misspelt",
    files: {
      "app.rb": "h = { name: 1 }\nputs h.fetch(:nmae)\n",
    },
    command: "ruby app.rb",
    shows: "key not found",
    needs: ["ruby"],
  },
  {
    rule: "rake-task",
    when: "a task is misspelt",
    files: {
      Rakefile: "task :test do\nend\n",
    },
    command: "rake tset",
    shows: "Don't know how to build task",
    needs: ["rake"],
  },
  {
    rule: "ruby-explained",
    when: "a value is nil",
    files: {
      "app.rb": "x = nil\nputs x.upcase\n",
    },
    command: "ruby app.rb",
    shows: "undefined method",
    hints: "Line 2 of app.rb: upcase is called on nil",
    needs: ["ruby"],
  },
  {
    rule: "ruby-bundler",
    when: "bundle is not there",
    command: "bundle exec ruby app.rb",
    shows: "not found",
    hints: "gem install bundler",
    lacks: ["bundle"],
  },
];
