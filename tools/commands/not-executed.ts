// Commands of the documents that no test executes, why, and what checks the parts of each that can be checked here.

/** `holds`: words that the file must have. */
type Proof = { file: string; title: string } | { file: string; holds: string }
/** `checked`: none where nothing of it can be checked without the machine, the network or the hours that it needs. */
export type NotExecuted = { because: string; checked: readonly Proof[]; commands: readonly string[] }

const STEPS = 'tools/test/main.ts'
const RELEASE = 'tools/release/release.test.ts'
const COMMANDS = 'tools/commands/commands.test.ts'

export const NOT_EXECUTED: readonly NotExecuted[] = [
  {
    because: 'it runs the tests, of which this is one',
    checked: [{ file: '.ci/run', holds: 'npm test' }],
    commands: ['npm test'],
  },
  {
    because:
      'it runs many tests, or one test beside a product of its own; its files, projects and options are looked up',
    checked: [{ file: COMMANDS, title: 'files and projects that a command names are there' }],
    commands: [
      'npx vitest run --project service',
      'npx vitest run tools/boundaries.test.ts',
      'npx playwright test --config e2e/playwright.config.ts --project=desk -g "title"',
    ],
  },
  {
    because: 'it writes a document anew while other tests read it; the same test without -u compares the document',
    checked: [
      { file: 'service/src/schema.test.ts', title: 'docs/schema.sql is the schema that the migrations make' },
      { file: 'tools/settings/settings.test.ts', title: 'OPS-08 docs/settings.md is what they make' },
    ],
    commands: ['npx vitest run --project service schema -u', 'npx vitest run --project tools settings -u'],
  },
  {
    because: 'it copies a database from another machine; tests make their standby with the same options',
    checked: [{ file: 'service/src/testing/servers/postgres.ts', holds: "'-R', '-X', 'stream'" }],
    commands: [
      "pg_basebackup -d 'postgres://replicator@database.home.example:5432/postgres' -D /var/lib/postgresql/18/main -R -X stream",
    ],
  },
  {
    because: 'its programs are steps of npm test, beside the tests',
    checked: [
      { file: STEPS, holds: "'@biomejs', 'biome'" },
      { file: STEPS, holds: 'tools/types.ts' },
      { file: STEPS, holds: "'knip', 'bin'" },
      { file: STEPS, holds: 'tools/sql/main.ts' },
    ],
    commands: ['npm run check', 'npx tsc --noEmit -p service', 'npm run unused', 'npm run sql:check'],
  },
  {
    because: 'it writes into the checkout that the tests read',
    checked: [{ file: STEPS, holds: "'@biomejs', 'biome'" }],
    commands: ['npm run fix'],
  },
  {
    because: 'it replaces the packages under the tests that run; every new clone does it first',
    checked: [{ file: 'tools/setup.mjs', holds: "'ci'" }],
    commands: ['npm ci'],
  },
  {
    because: 'it takes minutes to hours and wants a quiet machine; its name is looked up, and its options are',
    checked: [
      {
        file: 'tools/commands/checkout.test.ts',
        title: 'every bench that a document names is one that npm run bench knows',
      },
    ],
    commands: [
      'npm run bench -- alert-storm',
      'npm run bench -- camera-cost',
      'npm run bench -- escalation',
      'npm run bench -- floor-with-model',
      'npm run bench -- heartbeats',
      'npm run bench -- recording-gaps',
      'npm run bench -- several-instances',
      'npm run bench -- start',
    ],
  },
  {
    because: 'it takes half an hour; a test plays the same with 5 kills and 300 alerts',
    checked: [{ file: 'service/src/chaos.test.ts', holds: 'playChaos(' }],
    commands: [
      'npm run chaos',
      'npm run chaos -- --seed WORDS --kills 200',
      'npm run chaos -- --seed WORDS --kills 200 --alerts 20000 --per-second 60',
      'npm run chaos -- --seed WORDS --kills 10 --away-seconds 60 --hubs 200 --real-hubs 2',
    ],
  },
  {
    because: 'it measures drawn rooms for minutes and writes into docs/detection.md',
    checked: [{ file: COMMANDS, title: 'options that a command names are known to its program' }],
    commands: ['npm run detection:score -- --write', 'npm run detection:score -- --seeds 119,120,121,122'],
  },
  {
    because: 'it records for two minutes, and replaces the picture of README',
    checked: [{ file: COMMANDS, title: 'scripts that a document names are those of package.json' }],
    commands: ['npm run readme:loop'],
  },
  {
    because:
      'it fetches the packages of a second processor and packs gigabytes; a test makes, unpacks and starts the same parts',
    checked: [
      {
        file: RELEASE,
        title: 'OPS-01 both tarballs run from an empty folder: the hub is heard, the console is served',
      },
      { file: RELEASE, title: 'is summed up as sha256sum reads it, and signed with the key of the operator' },
    ],
    commands: ['npm run release', 'npm run release -- --key KEY'],
  },
  {
    because:
      'it runs all tests of the service, as an earlier release has them; a test runs some of them by the same functions',
    checked: [
      {
        file: 'tools/release/earlier/earlier.test.ts',
        title: 'SCALE-03 a release before passes its tests on a schema that only gained columns',
      },
    ],
    commands: ['npm run release:earlier -- COMMIT'],
  },
  {
    because:
      'it installs the service on a machine with systemd, as root; what it unpacks and starts is tested in a folder',
    checked: [
      {
        file: RELEASE,
        title: 'OPS-01 both tarballs run from an empty folder: the hub is heard, the console is served',
      },
      {
        file: RELEASE,
        title: 'OPS-01 both tarballs hold the files that an installation copies, and units that systemd takes',
      },
    ],
    commands: [
      'tar -xzf mimamori-service-VERSION-linux-x64.tar.gz -C /opt',
      'ln -sfn mimamori-service-VERSION-linux-x64 /opt/mimamori',
      'useradd --system --home-dir /var/lib/mimamori mimamori',
      'install -D -m 640 -g mimamori /opt/mimamori/etc/service.env /etc/mimamori/service.env',
      'cp /opt/mimamori/systemd/mimamori.service /etc/systemd/system/',
      'systemctl enable --now mimamori',
      'systemctl edit mimamori',
      'systemctl restart mimamori',
      'systemctl restart mimamori-hub',
      'ln -sfn mimamori-service-NEW-linux-x64 /opt/mimamori',
      'systemd-analyze security',
    ],
  },
  {
    because: 'it installs the hub on a machine with systemd; the package is made and looked into',
    checked: [
      {
        file: RELEASE,
        title: 'the Debian package brings user, unit, settings and log rotation, and the hub in its place',
      },
    ],
    commands: ['apt install ./mimamori-hub_VERSION_amd64.deb'],
  },
  {
    because: 'it needs a daemon and images from elsewhere; a Docker without a daemon reads the file where there is one',
    checked: [
      { file: 'tools/commands/checkout.test.ts', title: 'what compose.yaml reads is what the lines before it make' },
    ],
    commands: ['$EDITOR compose.env', 'docker compose --env-file compose.env up -d --build'],
  },
  {
    because: 'an administrator runs it on a server of his own; on PostgreSQL 15 a test runs the same script',
    checked: [
      {
        file: 'service/src/postgres-15.test.ts',
        title: 'OPS-06 an account that makes no roles is refused with what is missing, and needs one script',
      },
    ],
    commands: ['psql -d mimamori -f grants.sql', 'psql -d mimamori_drill -f grants-drill.sql'],
  },
  {
    because: 'it fetches a hundred megabytes and more; the version is that of the lock',
    checked: [{ file: 'service/package.json', holds: '"node-av": "6.1.1"' }],
    commands: ['npm install node-av@6.1.1'],
  },
  {
    because: 'it fetches hundreds of megabytes; a model is tried with onnxruntime-web',
    checked: [{ file: 'hub/onnx-for-tests/package.json', holds: 'onnxruntime-web' }],
    commands: [
      'npm install onnxruntime-node',
      'npm install --ignore-scripts onnxruntime-node',
      'MIMAMORI_FALL_MODEL=/opt/mimamori/pose.onnx MIMAMORI_FALL_MODEL_RUNTIME=/opt/mimamori/runtime npm run hub -- …',
    ],
  },
  {
    because: 'the packages are no part of Mimamori and need a collector',
    checked: [],
    commands: [
      'npm install --prefix /opt/otel @opentelemetry/api @opentelemetry/auto-instrumentations-node',
      'NODE_OPTIONS="--import file:///opt/otel/node_modules/@opentelemetry/auto-instrumentations-node/dist/register.cjs" OTEL_SERVICE_NAME=mimamori OTEL_TRACES_EXPORTER=otlp OTEL_METRICS_EXPORTER=none OTEL_LOGS_EXPORTER=none OTEL_NODE_ENABLED_INSTRUMENTATIONS=http,undici,pino OTEL_EXPORTER_OTLP_PROTOCOL=http/json OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm run serve',
    ],
  },
  {
    because: 'it is for Windows, on which nothing is tested',
    checked: [],
    commands: ['wsl --install'],
  },
]
