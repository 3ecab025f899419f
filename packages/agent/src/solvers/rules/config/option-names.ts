/** Names of options in the configuration of common tools. */
export const SSH_OPTIONS =
  "AddKeysToAgent AddressFamily BatchMode BindAddress CertificateFile CheckHostIP Ciphers Compression ConnectTimeout ControlMaster ControlPath ControlPersist DynamicForward EscapeChar ForwardAgent ForwardX11 GlobalKnownHostsFile HashKnownHosts Host HostKeyAlgorithms HostKeyAlias HostName IdentitiesOnly IdentityAgent IdentityFile Include KexAlgorithms LocalCommand LocalForward LogLevel MACs Match NumberOfPasswordPrompts PasswordAuthentication PermitLocalCommand Port PreferredAuthentications ProxyCommand ProxyJump PubkeyAcceptedAlgorithms PubkeyAuthentication RemoteCommand RemoteForward RequestTTY SendEnv ServerAliveCountMax ServerAliveInterval SetEnv StrictHostKeyChecking TCPKeepAlive UpdateHostKeys User UserKnownHostsFile VisualHostKey".split(
    " ",
  );

export const UNIT_KEYS =
  "Description Documentation After Before Requires Wants BindsTo PartOf Conflicts ConditionPathExists AssertPathExists OnFailure StartLimitIntervalSec StartLimitBurst Type ExecStart ExecStartPre ExecStartPost ExecReload ExecStop ExecStopPost Restart RestartSec TimeoutStartSec TimeoutStopSec TimeoutSec RemainAfterExit PIDFile User Group WorkingDirectory Environment EnvironmentFile StandardOutput StandardError SyslogIdentifier UMask LimitNOFILE KillMode KillSignal NoNewPrivileges PrivateTmp ProtectSystem ProtectHome ReadWritePaths RuntimeDirectory StateDirectory LogsDirectory MemoryMax CPUQuota TasksMax DynamicUser WantedBy RequiredBy Alias Also OnCalendar OnBootSec OnUnitActiveSec Persistent RandomizedDelaySec Unit ListenStream ListenDatagram Accept PathExists PathChanged PathModified".split(
    " ",
  );

export const COMPILER_OPTIONS =
  "allowArbitraryExtensions allowImportingTsExtensions allowJs allowSyntheticDefaultImports allowUnreachableCode alwaysStrict baseUrl checkJs composite customConditions declaration declarationDir declarationMap downlevelIteration emitDecoratorMetadata erasableSyntaxOnly esModuleInterop exactOptionalPropertyTypes experimentalDecorators forceConsistentCasingInFileNames importHelpers incremental inlineSourceMap isolatedModules jsx jsxFactory jsxImportSource lib module moduleDetection moduleResolution newLine noEmit noEmitOnError noFallthroughCasesInSwitch noImplicitAny noImplicitOverride noImplicitReturns noImplicitThis noPropertyAccessFromIndexSignature noUncheckedIndexedAccess noUnusedLocals noUnusedParameters outDir outFile paths plugins preserveConstEnums preserveSymlinks preserveWatchOutput pretty removeComments resolveJsonModule rootDir rootDirs skipLibCheck sourceMap sourceRoot strict strictBindCallApply strictFunctionTypes strictNullChecks strictPropertyInitialization stripInternal target tsBuildInfoFile typeRoots types useDefineForClassFields useUnknownInCatchVariables verbatimModuleSyntax watch project build init".split(
    " ",
  );
