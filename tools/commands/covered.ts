// Each command of the documents, as they write it, with the test that executes it. What no test executes stands in not-executed.ts.

/** A test by its file and title. */
export type NamedTest = { file: string; title: string }
/** `through`: the file that starts the program for the test, where the test does not write the command itself. */
export type Covered = NamedTest & { through?: string; commands: readonly string[] }

const CHECKOUT = 'tools/commands/checkout.test.ts'
const DETECTION = 'tools/commands/detection.test.ts'
const PRODUCT = 'tools/commands/product.test.ts'
const SITE = 'tools/documents/site.test.ts'

export const COVERED: readonly Covered[] = [
  {
    file: CHECKOUT,
    title: 'commands about the checkout run as they are written',
    commands: [
      'npm run requirements',
      'git grep -l roomSizeM2',
      "git ls-tree -r --name-only COMMIT | grep -E '^(contract|service|console|hub|e2e|bench|tools)/.*\\.tsx?$' | grep -vE '\\.test\\.tsx?$' | xargs dirname | sort | uniq -c | awk '$1>25'",
    ],
  },
  {
    file: CHECKOUT,
    title: 'npm test runs the test files with a word in their path',
    commands: ['npm test -- alert'],
  },
  {
    file: CHECKOUT,
    title: 'every bench that a document names is one that npm run bench knows',
    commands: ['npm run bench -- NAME'],
  },
  {
    file: CHECKOUT,
    title: 'keys and sums of a release are made and checked with openssl',
    commands: [
      'openssl genpkey -algorithm ed25519',
      'openssl pkey -in KEY -pubout',
      'openssl pkeyutl -verify -rawin -pubin -inkey PUBLIC -in SHA256SUMS -sigfile SHA256SUMS.sig',
    ],
  },
  {
    file: CHECKOUT,
    title: 'what compose.yaml reads is what the lines before it make',
    commands: [
      'mkdir -p secrets backup && chown 10001 backup',
      'openssl rand -hex 24 > secrets/database-password',
      'echo "postgres://mimamori:$(cat secrets/database-password)@database:5432/mimamori" > secrets/database-url',
    ],
  },
  {
    file: DETECTION,
    title: 'measuring real clips asks for what is missing, and takes every option that is written',
    commands: [
      'npm run detection:real -- --clips FOLDER',
      'npm run detection:real -- --clips FOLDER [--split NAME] [--condition NAME] [--only PATTERN]',
      'npm run detection:real -- --clips FOLDER --manifest FILE',
      'npm run detection:real -- --clips FOLDER --ambient --condition NAME',
      'npm run detection:faces -- --clips FOLDER --model FILE --runtime FOLDER',
      'npm run detection:score -- --video path --write',
    ],
  },
  {
    file: DETECTION,
    title: 'a folder of clips gets a manifest',
    commands: [
      'npm run detection:manifest -- --layout LAYOUT --clips FOLDER',
      'npm run --silent detection:manifest -- --layout LAYOUT --clips FOLDER > FILE',
    ],
  },
  {
    file: PRODUCT,
    title: 'OPS-08 settings are checked before the start, and a certificate and a key are made',
    commands: [
      'npm run check-config',
      'npm run check-config -- hub',
      'npm run certificate -- mimamori.home 192.168.1.10',
      'openssl rand -base64 32',
    ],
  },
  {
    file: PRODUCT,
    title: 'the product with demo data starts, and takes a hub and a camera from the command line',
    commands: [
      'npm start',
      'npm run register',
      'npm run register -- hub --user super@mimamori.example --name "Hub 3F" --site sakura-no-sato',
      'MIMAMORI_HUB_KEY=mmh_... npm run hub -- --service https://your.service --data .data/hub-3f',
      'npm run register -- camera --user admin@sakura.example --name "Room 301" --url rtsp://user:password@192.168.1.20/stream',
    ],
  },
  {
    file: PRODUCT,
    title: 'a load is put on it',
    commands: [
      'MIMAMORI_PASSWORD=… npm run simulate -- --url https://mimamori.example --user operator@example.com --hubs 100 --cameras 1000 --consoles 50 --seconds 60 --per-second 2 --storm 100 --power-cut 0.2 --clips 0.05',
    ],
  },
  {
    file: PRODUCT,
    title: 'OPS-02 it is backed up beside the running service, listed, and restored on trial',
    commands: ['npm run backup', 'npm run backup -- --list', 'npm run backup -- --drill'],
  },
  {
    file: PRODUCT,
    title: 'OPS-02 the backup is restored into an empty folder, on which the service starts',
    commands: ['npm run restore -- --from FOLDER [--backup ID]', 'npm run serve'],
  },
  {
    file: PRODUCT,
    title: 'OPS-03 a rollback is refused where nothing is newer, and grants are printed for an administrator',
    commands: [
      'npm run rollback',
      'npm run grants',
      'npm run --silent grants > grants.sql',
      'npm run --silent grants -- --database mimamori_drill > grants-drill.sql',
    ],
  },
  {
    file: SITE,
    title: 'is served on this machine alone while somebody writes',
    commands: ['npm run docs'],
  },
  {
    file: SITE,
    title: 'finds a word of English and leads to its heading',
    commands: ['npm run docs:build -- --base /mimamori/'],
  },
  {
    file: 'tools/start/launch.test.ts',
    title: 'without demo data ends with the address and a first-run code',
    through: 'tools/start/mimamori.ts',
    commands: ['npm start -- --empty'],
  },
  {
    file: 'hub/src/main.test.ts',
    title: 'HUB-01 npm run hub starts it again, and ends it for good on SIGTERM',
    through: 'hub/src/main.test.ts',
    commands: [
      'npm run hub',
      'MIMAMORI_HUB_KEY=mmh_… npm run hub -- --service https://mimamori.example --data .data/hub-1f',
    ],
  },
  {
    file: 'hub/src/main.test.ts',
    title: 'SITE-01 it registers once, keeps its key sealed, and later starts need no key',
    through: 'hub/src/main.test.ts',
    commands: ['MIMAMORI_SITE_KEY=mms_… npm run hub -- --service https://mimamori.example --data .data/hub-1f'],
  },
  {
    file: 'tools/release/release.test.ts',
    title: 'OPS-01 the programs of both tarballs know the commands that the documents name',
    commands: ['mimamori-service grants', 'mimamori-service rollback', 'mimamori-hub check-config'],
  },
]
