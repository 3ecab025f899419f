/**
 * Places where a file is run or trusted without being asked for. A pattern is matched against the
 * whole path. Homes are recognised by their content, not by where they are.
 */
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

interface Place {
  readonly code: PlaceCode;
  readonly sentence: string;
  readonly pattern: RegExp;
}

export const SENSITIVE_PLACES: readonly Place[] = [
  {
    code: "shell_start_file",
    sentence: "every new shell runs this file",
    pattern:
      /(?:\/\.(?:bash(?:rc|_profile|_login|_logout|_aliases|rc\.d\/.*)|profile|z(?:shrc|shenv|profile|login|logout)|kshrc|cshrc|tcshrc|login|inputrc|x(?:profile|initrc|session|sessionrc)|envrc|pam_environment)|\/\.config\/(?:fish|nushell|elvish|environment\.d)\/.*|^\/etc\/(?:profile|bash\.bashrc|environment|zsh|profile\.d|skel|fish|csh|bash_completion\.d)(?:\/.*|[^/]*))$/,
  },
  {
    code: "ssh",
    sentence: "it decides who may log in, or with which key",
    pattern: /(?:\/\.ssh(?:\/.*)?|^\/etc\/ssh(?:\/.*)?)$/,
  },
  {
    code: "scheduled",
    sentence: "it runs on a schedule",
    pattern:
      /(?:^\/etc\/(?:cron[^/]*|anacrontab|at\.(?:allow|deny))(?:\/.*)?|\/(?:crontabs|cron\/tabs|atjobs|atspool)(?:\/.*)?)$/,
  },
  {
    code: "started_by_system",
    sentence: "it starts with the machine or the session",
    pattern:
      /(?:\/systemd\/(?:.*\/)?[^/]+|^\/etc\/(?:init|init\.d|rc[^/]*|udev|modules-load\.d|modprobe\.d|dbus-1|polkit-1|NetworkManager\/dispatcher\.d|network\/if-[^/]*|X11|xdg\/autostart|apt\/apt\.conf\.d|dpkg\/dpkg\.cfg\.d|logrotate\.d|update-motd\.d|binfmt\.d|tmpfiles\.d|sysctl[^/]*)(?:\/.*)?|\/\.config\/(?:autostart|systemd|plasma-workspace|upstart)(?:\/.*)?|\/\.local\/share\/(?:dbus-1|systemd|applications)(?:\/.*)?|\/Library\/Launch(?:Agents|Daemons)(?:\/.*)?)$/,
  },
  {
    code: "git_hook",
    sentence: "git runs it automatically",
    pattern:
      /(?:\/(?:\.git|\.git\/modules\/.+|[^/]+\.git)\/hooks\/(?!.*\.sample$)[^/]+|\/\.?git-?hooks\/.*|\/\.(?:pre-commit-config\.yaml|overcommit\.yml|lintstagedrc[^/]*)|\/\.?lefthook(?:-local)?\.(?:ya?ml|toml|json))$/,
  },
  {
    code: "git_config",
    sentence: "git settings can name programs that git then runs",
    pattern:
      /(?:\/\.git|\/\.git(?:config|modules|attributes)|\/[^/]+\.git\/config|\/\.config\/git\/.*|^\/etc\/gitconfig)$/,
  },
  {
    // Data that git only stores is excluded; everything else is asked for. `commondir`, for one,
    // moves settings and hooks to any directory.
    code: "git_config",
    sentence: "it can change what git runs",
    pattern:
      /\/\.git\/(?:.*\/)?(?:config(?:\.worktree)?|commondir|gitdir|attributes)$|\/\.git\/(?!(?:(?:modules|worktrees)\/.+?\/|lost-found\/)?(?:(?:objects|refs|logs|lfs|branches)(?:\/.*)?|[A-Z_]+|index|packed-refs|shallow|description|gc\.log|info\/(?:exclude|refs|sparse-checkout)|hooks\/[^/]*)$)/,
  },
  {
    code: "git_config",
    sentence: "git would treat its directory as a repository with its own settings",
    pattern: /^(?!.*\/\.git\/).*\/HEAD$/,
  },
  {
    code: "loader",
    sentence: "it decides which libraries programs load",
    pattern: /^(?:\/usr(?:\/local)?)?\/(?:etc\/ld\.so[^/]*|lib(?:32|64|x32)?)(?:\/.*)?$/,
  },
  {
    code: "privileges",
    sentence: "it controls permissions on this machine",
    pattern:
      /^\/etc\/(?:sudoers(?:\.d(?:\/.*)?)?|sudo[^/]*|doas\.conf|pam\.d(?:\/.*)?|pam\.conf|security(?:\/.*)?|passwd-?|shadow-?|group-?|gshadow-?|sub[ug]id-?|login\.defs|nsswitch\.conf|hosts(?:\.[^/]+)?|resolv\.conf|apparmor[^/]*(?:\/.*)?|selinux(?:\/.*)?|ca-certificates[^/]*(?:\/.*)?|ssl\/certs(?:\/.*)?|apt\/(?:sources\.list[^/]*|trusted\.gpg[^/]*|keyrings)(?:\/.*)?)$/,
  },
  {
    code: "program_settings",
    sentence: "it can make a program run commands",
    pattern:
      /\/(?:\.(?:npmrc|pnpmfile\.c?js|yarnrc(?:\.yml)?|pypirc|netrc|vimrc|nvimrc|nvim\.lua|exrc|lvimrc|emacs|dir-locals(?:-2)?\.el|gdbinit|lldbinit|pythonrc(?:\.py)?|pdbrc|pylintrc|irbrc|pryrc|latexmkrc|curlrc|wgetrc|tmux\.conf|screenrc|mailcap|forward|rhosts|Rprofile|Renviron|bazelrc|mise(?:\.[^/]+)?\.toml)|\.vim\/.*|\.emacs\.d\/.*|\.config\/(?:nvim|pip|gh|direnv|mise|containers)\/.*|\.gnupg\/.*|\.aws\/.*|\.kube\/.*|\.docker\/.*|\.hg\/hgrc|\.bundle\/config|\.cargo\/(?:config(?:\.toml)?|env)|\.gradle\/(?:init\.d\/.*|init\.gradle|gradle\.properties)|\.m2\/settings\.xml|\.mvn\/.*|\.yarn\/(?:releases|plugins)\/.*|\.husky\/.*|\.local\/bin\/.*|(?:bunfig|mise(?:\.[^/]+)?|rust-toolchain)\.toml|rust-toolchain|binding\.gyp|pylintrc|latexmkrc|gradle-wrapper\.(?:jar|properties)|flake\.nix|shell\.nix|devenv\.nix|devbox\.json|(?:site|user)customize\.py|[^/]+\.pth)$/,
  },
  {
    code: "program_settings",
    sentence: "it can make an editor or a coding assistant run commands",
    pattern:
      /\/(?:\.vscode\/[^/]+\.json|\.idea\/.*|\.run\/.*|\.zed\/.*|\.fleet\/.*|\.devcontainer(?:\.json|\/.*)|\.(?:claude|cursor|codex|gemini|continue|windsurf)\/.*|\.mcp\.json|\.aider\.conf\.yml|[^/]+\.(?:code-workspace|sublime-project))$/,
  },
  {
    code: "program_settings",
    sentence: "CI runs it, with access to its secrets",
    pattern:
      /\/(?:\.github\/(?:workflows|actions)\/.*|\.gitlab-ci\.yml|\.circleci\/.*|\.buildkite\/.*|\.woodpecker(?:\.ya?ml|\/.*)|\.(?:travis|drone|cirrus)\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml|Jenkinsfile)$/,
  },
];

/**
 * Names looked for below a directory of each place. A symbolic link in place of such a directory
 * would move it to where names look ordinary.
 */
export const NAMES_IN_PLACES: readonly string[] = [
  ...["x", "x/x", "config", "config.toml", "x/config", "attributes", "hooks/x", "info/attributes"],
  ...["settings.json", "settings.xml", "hgrc", "init.gradle", "bin/x", "workflows/x"],
  ...["releases/x", "git/x", "fish/x", "nvim/x", "autostart/x", "share/applications/x"],
];
