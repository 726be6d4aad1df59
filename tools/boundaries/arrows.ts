// Who may import what: the arrows between the folders of the checkout, and the way out where one is not allowed.

/** One row of the table. The first row whose `who` matches a file decides; `$1` in `may` is the group of `who`. */
export type Arrow = { who: RegExp; may: string[]; wayOut: string }

const ANY = '.'
const PACKAGES = '^(package|node):'
const CONTRACT = '^contract/src/'
const NO_SERVER = '^package:(?!fastify$|@fastify/)'
/** The same in contract, service and console; docs/architecture.md says which nouns each has. */
const DISTRICTS = '(?:identity|site|camera|fleet|footage|alerting|care|insight)'

/** The table of docs/architecture.md, in order. */
const ARROWS: Arrow[] = [
  {
    who: /^(contract|service|hub|console)\/.*(\.test\.tsx?|\/testing([-./].*)|vite(st)?(\.parts)?\.config\.ts)$/,
    may: [ANY],
    wayOut: '',
  },
  { who: /^(lab|e2e|bench|tools)\//, may: [ANY], wayOut: '' },
  {
    who: /^console\/build\//,
    may: ['^console/build/', CONTRACT, PACKAGES],
    wayOut: 'what builds the console does not run in it: nothing of console/src',
  },
  {
    who: /^contract\/src\//,
    may: [CONTRACT, '^package:(zod|temporal-polyfill)$'],
    wayOut: 'the contract knows only zod and Temporal, because service, hub and console all load it',
  },
  {
    who: /^service\/src\/platform\//,
    may: ['^service/src/platform/', CONTRACT, PACKAGES],
    wayOut: 'platform knows no domain: pass it in from service/src/app.ts, or move it to service/src/shared',
  },
  {
    who: /^service\/src\/shared\//,
    may: ['^service/src/(shared|platform)/', CONTRACT, NO_SERVER, '^node:'],
    wayOut: 'what districts share knows none of them: take it as an argument',
  },
  {
    who: new RegExp(`^service/src/(${DISTRICTS}/[^/]+)/`),
    may: ['^service/src/$1/', '^service/src/(shared|platform)/', CONTRACT, NO_SERVER, '^node:'],
    wayOut:
      'nouns meet in SQL joins, in rows, in pure rules of the contract, or in service/src/app.ts; only platform knows Fastify',
  },
  {
    who: /^service\//,
    may: ['^service/', CONTRACT, PACKAGES],
    wayOut: 'the service meets hub and console only through the contract',
  },
  {
    who: /^hub\/src\/detectors\//,
    may: [
      '^hub/src/detectors/',
      '^hub/src/vision/(geometry|frame-pace|body/person|people/pose-limits)\\.ts$',
      CONTRACT,
    ],
    wayOut: 'detectors are pure steps over frames: no clock, no input or output, no packages; hand in what it needs',
  },
  {
    who: /^hub\/src\/(mp4|vision)\//,
    may: ['^hub/src/(mp4|vision)/', CONTRACT],
    wayOut: 'bytes in, bytes out: the pipeline reads and writes, these only understand',
  },
  {
    who: /^hub\/src\/(platform|rtsp)\//,
    may: ['^hub/src/(platform|mp4|vision|rtsp)/', CONTRACT, PACKAGES],
    wayOut: 'it must not know the pipeline: pass it in from hub/src/main.ts',
  },
  {
    who: /^hub\/src\/uplink\//,
    may: ['^hub/src/(uplink|platform|mp4|vision)/', CONTRACT, PACKAGES],
    wayOut: 'the line to the service must not know the pipeline: pass it in from hub/src/main.ts',
  },
  {
    who: /^hub\/src\//,
    may: ['^hub/src/', CONTRACT, PACKAGES],
    wayOut: 'the product knows neither drawn rooms nor measurements: main.ts names the sources that it may open',
  },
  {
    who: /^hub\//,
    may: ['^hub/', CONTRACT, PACKAGES],
    wayOut: 'the hub meets the service only through the contract',
  },
  {
    who: /^console\/src\/lib\//,
    may: ['^console/src/lib/', CONTRACT, '^package:'],
    wayOut: 'lib must not know parts or nouns: take it as an argument',
  },
  {
    who: /^console\/src\/ui\//,
    may: [
      '^console/src/(ui|lib)/',
      '^contract/src/(shared/(page|intl-format|duration)|languages/|camera/week|shared/polygon|site/followed-app)',
      '^package:',
    ],
    wayOut: 'ui has no words of the domain: take it as a prop, or move the part to console/src/shared',
  },
  {
    who: /^console\/src\/shared\//,
    may: ['^console/src/(shared|ui|lib)/', CONTRACT, '^package:'],
    wayOut: 'what districts share knows none of them: take it as a prop',
  },
  {
    who: new RegExp(`^console/src/(${DISTRICTS}/[^/]+)/`),
    may: ['^console/src/$1/', '^console/src/(shared|lib|ui)/', CONTRACT, '^package:'],
    wayOut: 'nouns do not know each other: compose them in console/src/app, or move the part to shared or the contract',
  },
  {
    who: /^console\//,
    may: ['^console/', CONTRACT, '^package:'],
    wayOut: 'the console runs in a browser and meets the service only through the contract',
  },
]

/** The arrow that this import breaks, or undefined when it is allowed. `target` as resolveImport answers it. */
export function brokenArrow(importer: string, target: string): Arrow | undefined {
  const arrow = ARROWS.find((row) => row.who.test(importer))
  if (!arrow) return { who: /./, may: [], wayOut: 'this folder is not in tools/boundaries/arrows.ts: give it a row' }
  const own = arrow.who.exec(importer)?.[1] ?? ''
  return arrow.may.some((may) => new RegExp(may.replace('$1', own)).test(target)) ? undefined : arrow
}
