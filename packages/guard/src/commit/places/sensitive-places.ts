/**
 * Places where a file is run or trusted without being asked for, as `place-pattern.ts` reads them,
 * each with the document that says so. Homes are recognised by their content, not by where they are.
 *
 * Not here: files that only run when a person starts the tool that they are written for, such as
 * `Makefile`, `Rakefile`, `Dockerfile` or a test. Repairing those is what a fix is for.
 */
import { type PlacePattern, placePattern } from "./place-pattern.ts";

export type PlaceCode =
  | "shell_start_file"
  | "ssh"
  | "scheduled"
  | "started_by_system"
  | "git_hook"
  | "git_config"
  | "loader"
  | "privileges"
  | "program_settings";

interface PlaceGroup {
  readonly code: PlaceCode;
  readonly sentence: string;
  /** Where it is documented, and the places, separated by blanks. */
  readonly places: readonly (readonly [source: string, globs: string])[];
}

export interface Place extends PlacePattern {
  readonly code: PlaceCode;
  readonly sentence: string;
}

export const PLACE_GROUPS: readonly PlaceGroup[] = [
  {
    code: "shell_start_file",
    sentence: "every new shell runs this file",
    places: [
      [
        "bash(1)",
        ".bashrc .bashrc.d/ .bash_{profile,login,logout,aliases} .bash_completion .profile",
      ],
      ["bash-completion README", ".bash_completion.d/ .local/share/bash-completion/"],
      ["zsh(1)", ".z{shrc,shenv,profile,login,logout} .zshrc.d/ .zsh/ .oh-my-zsh/ *.zwc"],
      // Caches of completions and prompts, which a start-up file reads as shell text.
      ["zshcompsys(1): compinit", ".zcompdump*"],
      ["github.com/romkatv/powerlevel10k", ".p10k.zsh .cache/p10k-*"],
      ["ksh(1), mksh(1), csh(1), tcsh(1)", ".kshrc .mkshrc .cshrc .tcshrc .login .logout"],
      ["fishshell.com/docs/current", ".config/fish/ .local/share/fish/"],
      ["nushell.sh/book/configuration", ".config/nushell/"],
      ["elv.sh/ref/command.html", ".config/elvish/ .elvish/"],
      ["xon.sh/xonshrc.html", ".xonshrc .config/xonsh/"],
      ["learn.microsoft.com: about_Profiles", ".config/powershell/ *profile.ps1"],
      ["readline(3)", ".inputrc"],
      ["startx(1), Xsession(5)", ".xprofile .xinitrc .xserverrc .xsession .xsessionrc"],
      ["pam_env(8), environment.d(5)", ".pam_environment .config/environment.d/"],
      ["direnv.net", ".envrc .config/direnv/ .local/share/direnv/"],
      ["bash(1), zsh(1), fish(1), csh(1)", "/etc/{profile,bash,zsh,fish,csh}*/"],
      ["environment(5), useradd(8)", "/etc/environment* /etc/skel/"],
    ],
  },
  {
    code: "ssh",
    sentence: "it decides who may log in, or with which key",
    places: [["ssh(1), sshd(8)", ".ssh/ /etc/ssh/"]],
  },
  {
    code: "scheduled",
    sentence: "it runs on a schedule",
    places: [
      ["crontab(5), anacrontab(5)", "/etc/cron*/ /etc/anacrontab crontabs/ cron/tabs/"],
      ["at(1)", "/etc/at.{allow,deny} atjobs/ atspool/"],
    ],
  },
  {
    code: "started_by_system",
    sentence: "it starts with the machine or the session",
    places: [
      ["systemd.unit(5)", "systemd/"],
      ["init(8), insserv(8)", "/etc/{init,init.d}/ /etc/rc*/"],
      ["udev(7), modprobe.d(5)", "/etc/{udev,modules-load.d,modprobe.d}/"],
      ["dbus-daemon(1), polkit(8)", "/etc/{dbus-1,polkit-1}/ .local/share/dbus-1/"],
      ["NetworkManager-dispatcher(8)", "/etc/NetworkManager/dispatcher.d/ /etc/network/if-*/"],
      ["apt.conf(5), dpkg.cfg(5)", "/etc/apt/apt.conf.d/ /etc/dpkg/dpkg.cfg.d/"],
      ["logrotate(8), update-motd(5)", "/etc/{logrotate,update-motd}.d/"],
      ["binfmt.d(5), tmpfiles.d(5), sysctl.d(5)", "/etc/{binfmt,tmpfiles}.d/ /etc/sysctl*/"],
      ["specifications.freedesktop.org/autostart-spec", "/etc/X11/ /etc/xdg/autostart/"],
      [
        "specifications.freedesktop.org/autostart-spec",
        ".config/autostart/ .local/share/applications/",
      ],
      ["startplasma(1), upstart", ".config/{plasma-workspace,upstart}/"],
      ["developer.apple.com: launchd", "Library/Launch{Agents,Daemons}/"],
    ],
  },
  {
    code: "git_hook",
    sentence: "git runs it automatically",
    places: [
      ["githooks(5), by habit", ".githooks/ githooks/ .git-hooks/ git-hooks/"],
      ["typicode.github.io/husky", ".husky/ .huskyrc* husky.config.*"],
      ["github.com/lint-staged/lint-staged", ".lintstagedrc* lint-staged.config.*"],
      ["github.com/usmanyunusov/nano-staged", ".nano-staged* nano-staged.*"],
      ["github.com/toplenboren/simple-git-hooks", "{.,}simple-git-hooks.*"],
      ["lefthook.dev", "{.,}lefthook*.{yml,yaml,toml,json,jsonc} .lefthook/ .lefthook-local/"],
      ["pre-commit.com", ".pre-commit-config.yaml .pre-commit-hooks.yaml"],
      ["prek.j178.dev/configuration", "prek.toml .pre-commit-config.yml"],
      ["github.com/sds/overcommit", ".overcommit.yml"],
      ["commitlint.js.org", ".commitlintrc* commitlint.config.*"],
      ["docs.captainhook.info, github.com/phpro/grumphp", "captainhook.json grumphp.yml*"],
      ["github.com/rhysd/cargo-husky", ".cargo-husky/"],
    ],
  },
  {
    code: "git_config",
    sentence: "git settings can name programs that git then runs",
    places: [
      ["git-config(1)", ".gitconfig .config/git/ /etc/gitconfig"],
      ["gitattributes(5), gitmodules(5)", ".gitattributes .gitmodules"],
      ["git(1): GIT_DIR", ".git"],
    ],
  },
  {
    code: "git_config",
    sentence: "git would treat its directory as a repository with its own settings",
    places: [["gitrepository-layout(5)", "HEAD"]],
  },
  {
    code: "loader",
    sentence: "it decides which libraries programs load",
    places: [
      ["ld.so(8)", "/etc/ld.so*/ /usr/etc/ld.so*/ /usr/local/etc/ld.so*/ /lib{,32,64,x32}/"],
      ["hier(7)", "/usr/lib{,32,64,x32}/ /usr/local/lib{,32,64,x32}/"],
    ],
  },
  {
    code: "privileges",
    sentence: "it controls permissions on this machine",
    places: [
      ["sudoers(5), doas.conf(5)", "/etc/sudo*/ /etc/doas.conf"],
      ["pam(8)", "/etc/pam.d/ /etc/pam.conf /etc/security/"],
      ["passwd(5), shadow(5)", "/etc/{passwd,shadow,group,gshadow,subuid,subgid}{,-}"],
      ["login.defs(5), nsswitch.conf(5)", "/etc/login.defs /etc/nsswitch.conf"],
      ["hosts(5), resolv.conf(5)", "/etc/hosts* /etc/resolv.conf"],
      ["apparmor(7), selinux(8)", "/etc/apparmor*/ /etc/selinux/"],
      ["update-ca-certificates(8)", "/etc/ca-certificates*/ /etc/ssl/certs/"],
      ["apt-secure(8)", "/etc/apt/{sources.list,trusted.gpg}*/ /etc/apt/keyrings/"],
    ],
  },
  {
    code: "program_settings",
    sentence: "it can make a program run commands",
    places: [
      ["docs.npmjs.com: npmrc, node-gyp README", ".npmrc binding.gyp"],
      ["pnpm.io: pnpmfile, settings", "{.,}pnpmfile.* pnpm-workspace.yaml"],
      ["yarnpkg.com/configuration", ".yarnrc* .yarn/{releases,plugins,sdks}/"],
      ["yarnpkg.com/advanced/pnp-spec", ".pnp.*"],
      ["bun.sh/docs/runtime/bunfig", "{.,}bunfig.toml"],
      ["docs.python.org: site", "{site,user}customize.py *.pth *.egg-link"],
      ["docs.python.org: pdb, cmdline", ".pdbrc* .pythonrc* .pythonstartup*"],
      ["pip.pypa.io, packaging.python.org", "pip.conf .config/pip/ .pypirc"],
      ["ipython.readthedocs.io, jupyter.org", ".ipython/ .jupyter/ ipython_config.py"],
      // Terminals of editors source it, and editors start it when a project is opened.
      ["docs.python.org: venv", "{.,}{venv,env}/bin/{activate,python}*"],
      // Editors run it while they look for tests.
      ["docs.pytest.org: conftest.py", "conftest.py"],
      ["stat.ethz.ch: R Startup, rstudio.github.io/renv", ".Rprofile .Renviron renv/activate.R"],
      ["irb(1), pry.github.io, ruby/debug", ".irbrc .pryrc .rdbgrc* .gemrc .bundle/config"],
      ["perldebug(1), perlrun(1)", ".perldb sitecustomize.pl"],
      ["guides.rubygems.org: plugins", "rubygems_plugin.rb"],
      ["clojure.org/guides: user.clj", "user.clj"],
      ["erlang.org: erl, hexdocs.pm/iex", ".erlang .iex.exs"],
      // Variables such as NODE_OPTIONS name code that every program of a language loads.
      ["nodejs.org: --env-file", ".env .env.{local,development,test,production,staging}{,.local}"],
      ["downloads.haskell.org: GHCi .ghci files", ".ghci .ghci_history"],
      ["ocaml.org: ocaml(1)", ".ocamlinit .utoprc"],
      ["docs.julialang.org: startup file", ".julia/ startup.jl"],
      ["octave.org, mathworks.com: startup files", ".octaverc startup.m"],
      ["php.net: .user.ini, psysh.org", ".user.ini .psysh*"],
      ["httpd.apache.org: htaccess", ".htaccess"],
      ["vimhelp.org: starting", "{.,_}{,g}vimrc .vim/ {.,_}exrc .lvimrc .vimspector.json"],
      ["neovim.io/doc: exrc", ".nvim.lua .nvimrc .config/nvim/"],
      ["gnu.org: Emacs, Directory Variables", ".emacs .emacs.d/ .dir-locals*.el"],
      ["sourceware.org/gdb, lldb.llvm.org", ".gdbinit* .gdbearlyinit .lldbinit*"],
      ["psql(1), sqlite.org/cli.html, mysql(1)", ".psqlrc* .sqliterc .my.cnf"],
      ["curl(1), wget(1), netrc(5)", ".curlrc .wgetrc .netrc"],
      ["tmux(1), screen(1), lesskey(1)", ".tmux.conf .screenrc .lesskey .lessfilter"],
      ["mailcap(5), forward(5), rhosts(5)", ".mailcap .forward .rhosts .procmailrc"],
      ["latexmk(1)", "{.,}latexmkrc"],
      ["gnupg.org, docs.aws.amazon.com: process", ".gnupg/ .aws/"],
      ["kubernetes.io: exec credentials, docs.docker.com", ".kube/ .docker/ .config/containers/"],
      ["cli.github.com", ".config/gh/"],
      ["hgrc(5), docs.jj-vcs.dev, bzr(1), svn", ".hg/ .jj/ .bzr/ .svn/"],
      ["doc.rust-lang.org/cargo: config", ".cargo/config* .cargo/env"],
      // rust-analyzer runs it when a project is opened.
      ["doc.rust-lang.org/cargo: build scripts", "build.rs"],
      ["rust-analyzer.github.io: configuration", "{.,}rust-analyzer.toml {.,}rust-project.json"],
      ["rust-lang.github.io/rustup: overrides", "rust-toolchain{,.toml}"],
      // Language servers run these in the same way.
      ["zigtools.org/zls, nim-lang.org: nimsuggest", "build.zig config.nims"],
      ["haskell-language-server.readthedocs.io: hie-bios", "hie.yaml"],
      ["docs.gradle.org: init scripts", ".gradle/init.d/ .gradle/{init.gradle,gradle.properties}"],
      ["docs.gradle.org: wrapper", "gradle-wrapper.{jar,properties}"],
      ["maven.apache.org/configure.html", ".m2/settings*.xml .mvn/"],
      ["bazel.build: bazelrc, github.com/bazelbuild/bazelisk", ".bazelrc .bazeliskrc tools/bazel"],
      ["learn.microsoft.com: Directory.Build", "Directory.Build.* nuget.config NuGet.Config"],
      ["github.com/OmniSharp: configuration", "omnisharp.json"],
      ["mise.jdx.dev", "{.,}mise{,.*}.toml .mise/ mise/config*.toml .config/mise/"],
      ["asdf-vm.com", ".tool-versions .asdfrc"],
      ["nix.dev, devenv.sh, jetify.com/devbox", "{flake,shell,devenv}.nix devenv.yaml devbox.json"],
      ["docs.ansible.com, developer.hashicorp.com", "{.,}ansible.cfg .terraformrc .terraform/"],
      ["specifications.freedesktop.org/basedir-spec", ".local/bin/"],
    ],
  },
  {
    code: "program_settings",
    sentence: "an editor runs it to check files",
    places: [
      ["eslint.org/docs/latest/use/configure", ".eslintrc* eslint.config.*"],
      ["prettier.io/docs/configuration", ".prettierrc* prettier.config.*"],
      ["stylelint.io/user-guide/configure", ".stylelintrc* stylelint.config.*"],
      ["github.com/DavidAnson/markdownlint-cli2", ".markdownlint*"],
      ["docs.rubocop.org", ".rubocop*"],
      // Extensions that look for class names, components and tests run these.
      ["tailwindcss.com, svelte.dev: editor setup", "{tailwind,svelte}.config.*"],
      ["vitest.dev, jestjs.io: editor setup", "vi{te,test}.{config,workspace}.* jest.config.*"],
      ["playwright.dev, babeljs.io: editor setup", "{playwright,babel}.config.*"],
      ["the-guild.dev/graphql/config, apollographql.com", ".graphqlrc* {graphql,apollo}.config.*"],
      ["unocss.dev/integrations/vscode", "{uno,unocss}.config.*"],
      ["nx.dev: plugins, which Nx Console loads", "nx.json"],
      ["palantir.github.io/tslint, jscs-dev.github.io: rules and plugins", "tslint.json .jscsrc"],
      ["cspell.org/configuration", "cspell.config.*"],
      ["phpstan.org, psalm.dev: editor setup", "{.,}phpstan*.neon* psalm*.xml*"],
      ["pylint.readthedocs.io: init-hook", "{.,}pylintrc"],
      ["flake8.pycqa.org: local plugins", ".flake8"],
      ["mypy.readthedocs.io: plugins", "{.,}mypy.ini"],
      ["luals.github.io: plugins", ".luarc.json*"],
    ],
  },
  {
    code: "program_settings",
    sentence: "it can make an editor or a coding assistant run commands",
    places: [
      ["code.visualstudio.com/docs/editor/workspaces", ".vscode/ *.code-workspace"],
      ["jetbrains.com/help/idea", ".idea/ .run/ .fleet/ *.iml *.ipr *.iws"],
      ["zed.dev/docs, helix-editor.com", ".zed/ .helix/"],
      ["sublimetext.com/docs/projects.html", "*.sublime-{project,workspace}"],
      ["help.eclipse.org", ".project .classpath .settings/ .factorypath"],
      ["learn.microsoft.com/visualstudio", ".vs/ *.{csproj,vbproj,fsproj,vcxproj}.user"],
      ["containers.dev", ".devcontainer/ {.,}devcontainer.json"],
      ["gitpod.io/docs, docs.replit.com", ".gitpod* .replit replit.nix .idx/ .codesandbox/"],
      ["modelcontextprotocol.io", "{.,}mcp.json"],
      ["code.claude.com/docs", ".claude/ .claude.json CLAUDE{,.local}.md"],
      ["agents.md, agentskills.io", "AGENT{,S}{,.override}.md .agents/ .agent/ SKILL.md"],
      ["docs.cursor.com", ".cursor/ .cursorrules"],
      ["docs.github.com/copilot", "copilot-instructions.md *.{instructions,prompt,chatmode}.md"],
      ["docs.github.com/copilot", ".github/{instructions,prompts,agents,chatmodes,skills}/"],
      ["github.com/openai/codex, google-gemini/gemini-cli", ".codex/ .gemini/ GEMINI.md"],
      ["docs.windsurf.com, docs.cline.bot", ".windsurf/ .windsurfrules .clinerules/ .cline/"],
      ["docs.roocode.com, docs.continue.dev", ".roo/ .roomodes .roorules* .continue/ .continuerc*"],
      ["aider.chat/docs/config", ".aider*"],
      ["opencode.ai/docs, charm.land/crush", ".opencode/ opencode.json* {.,}crush.json CRUSH.md"],
      ["kiro.dev, jetbrains.com/junie, docs.trae.ai", ".kiro/ .junie/ .trae/"],
      ["docs.augmentcode.com, docs.aws.amazon.com/amazonq", ".augment*/ .amazonq/"],
      ["block.github.io/goose, docs.warp.dev", ".goosehints .goose/ WARP.md"],
      ["qwenlm.github.io/qwen-code-docs, docs.all-hands.dev", ".qwen/ QWEN.md .openhands/"],
      ["zed.dev/docs/ai/rules, docs.replit.com", ".rules replit.md"],
    ],
  },
  {
    code: "program_settings",
    sentence: "CI runs it, with access to its secrets",
    places: [
      ["docs.github.com/actions, dependabot", ".github/{workflows,actions}/ dependabot.y*ml"],
      ["docs.gitlab.com/ci, by habit", ".gitlab-ci* .gitlab/ .ci/"],
      ["forgejo.org/docs, docs.gitea.com", ".forgejo/ .gitea/"],
      ["circleci.com/docs", ".circleci/ circle.yml"],
      ["buildkite.com/docs", ".buildkite/ buildkite.y*ml"],
      ["woodpecker-ci.org/docs", ".woodpecker*/"],
      ["docs.drone.io", ".drone.*"],
      ["docs.travis-ci.com", ".travis.y*ml"],
      ["cirrus-ci.org/guide", ".cirrus.*"],
      [
        "learn.microsoft.com/azure/devops/pipelines",
        "azure-pipelines* .azure-pipelines/ .vsts-ci*",
      ],
      ["support.atlassian.com/bitbucket-cloud, bamboo", "bitbucket-pipelines.y*ml bamboo-specs/"],
      ["jenkins.io/doc/book/pipeline", "Jenkinsfile*"],
      ["appveyor.com/docs, jetbrains.com/help/teamcity", "{.,}appveyor.y*ml .teamcity/"],
      ["docs.semaphoreci.com, docs.cloudbees.com/codeship", ".semaphore/ codeship-*"],
      ["man.sr.ht/builds.sr.ht, docs.onedev.io", ".build.yml .builds/ .onedev-buildspec.yml"],
      ["tekton.dev, developer.harness.io, zuul-ci.org", ".tekton/ .harness/ {.,}zuul{.yaml,.d}/"],
      ["docs.aws.amazon.com/codebuild, amplify", "buildspec*.y*ml amplify.yml"],
      ["cloud.google.com/build/docs", "cloudbuild.{yaml,yml,json}"],
      ["danger.systems", "{D,d}angerfile*"],
      ["docs.codemagic.io, docs.bitrise.io", "codemagic.yaml bitrise.yml"],
      [
        "docs.netlify.com, vercel.com/docs, render.com/docs",
        "netlify.toml vercel.json render.yaml",
      ],
      [
        "docs.readthedocs.com, docs.renovatebot.com",
        "{.,}readthedocs.y*ml renovate.json* .renovaterc*",
      ],
    ],
  },
];

export const SENSITIVE_PLACES: readonly Place[] = PLACE_GROUPS.map(
  ({ code, sentence, places }) => ({
    code,
    sentence,
    ...placePattern(places.flatMap(([, globs]) => globs.split(" "))),
  }),
);
