/** Names that people install, in the spelling of their registries. */
const words = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(" "));

export const POPULAR: Readonly<
  Record<"npm" | "pypi" | "crates" | "images" | "debian", readonly string[]>
> = {
  npm: words(
    "react react-dom vue svelte angular next nuxt express fastify koa hapi lodash axios typescript",
    "webpack vite rollup esbuild parcel eslint prettier jest mocha chai vitest cypress playwright",
    "puppeteer dotenv chalk commander yargs inquirer uuid moment dayjs date-fns classnames redux",
    "zustand mongoose sequelize prisma knex pg mysql2 redis ioredis socket.io ws cors helmet morgan",
    "passport jsonwebtoken bcrypt nodemon concurrently cross-env rimraf glob sass tailwindcss",
    "postcss autoprefixer babel-loader ts-node tsx styled-components graphql apollo-server three",
    "chart.js d3 rxjs underscore jquery bootstrap storybook nodemailer multer sharp zod",
  ),
  pypi: words(
    "requests numpy pandas flask django fastapi scipy matplotlib pytest pillow pyyaml sqlalchemy",
    "click rich httpx aiohttp jinja2 beautifulsoup4 lxml selenium scrapy celery redis pydantic",
    "boto3 cryptography paramiko psycopg2 pymysql tqdm black flake8 mypy pylint tensorflow torch",
    "transformers scikit-learn opencv-python seaborn plotly polars networkx sympy nltk spacy gunicorn",
    "uvicorn werkzeug marshmallow alembic setuptools wheel virtualenv poetry tox coverage isort",
    "python-dotenv python-dateutil simplejson colorama tabulate docker kubernetes tornado gevent",
  ),
  crates: words(
    "serde serde_json tokio clap rand regex anyhow thiserror reqwest hyper axum actix-web rocket",
    "tracing log env_logger chrono futures async-trait itertools rayon once_cell lazy_static uuid",
    "bytes tower diesel sqlx toml serde_yaml base64 bitflags crossbeam nom syn quote proc-macro2",
    "indexmap parking_lot num-traits tempfile walkdir wasm-bindgen bincode csv url time colored",
  ),
  images: words(
    "postgres redis nginx ubuntu debian alpine node python mysql mariadb mongo golang httpd busybox",
    "rabbitmq memcached elasticsearch traefik wordpress php ruby rust openjdk eclipse-temurin haproxy",
    "registry hello-world grafana/grafana prom/prometheus minio/minio consul vault kibana logstash",
    "centos fedora amazonlinux archlinux tomcat jenkins/jenkins sonarqube nextcloud gitea/gitea",
  ),
  debian: words(
    "git curl wget vim nano htop tmux screen zsh fish build-essential cmake make gcc g++ clang",
    "python3 python3-pip python3-venv nodejs npm golang rustc cargo ruby default-jdk maven gradle",
    "docker.io docker-compose nginx apache2 postgresql postgresql-client mariadb-server redis-server",
    "sqlite3 openssh-server openssh-client net-tools dnsutils iputils-ping netcat-openbsd nmap jq",
    "ripgrep fd-find fzf bat tree unzip zip rsync ffmpeg imagemagick git-lfs shellcheck strace gdb",
    "valgrind libssl-dev libpq-dev zlib1g-dev pkg-config ca-certificates gnupg sudo man-db cron",
  ),
};
