// Who may import what: the arrows between the folders of the checkout, and the way out where one is not allowed.

/** One row of the table. The first row whose `who` matches a file decides; `$1` in `may` is the group of `who`. */
export type Arrow = { who: RegExp; may: string[]; wayOut: string }

const ANY = '.'
const PACKAGES = '^(package|node):'
const CONTRACT = '^contract/src/'

/** The table of docs/architecture.md, in order. */
export const ARROWS: Arrow[] = [
  {
    who: /^(contract|service|hub|console)\/.*(\.test\.tsx?|\/testing([-./].*)|vite(st)?\.config\.ts)$/,
    may: [ANY],
    wayOut: '',
  },
  { who: /^(e2e|bench|tools)\//, may: [ANY], wayOut: '' },
  {
    who: /^console\/build\//,
    may: ['^console/build/', CONTRACT, PACKAGES],
    wayOut: 'what builds the console does not run in it: nothing of console/src',
  },
  {
    who: /^contract\/src\//,
    may: [CONTRACT, '^package:zod$'],
    wayOut: 'the contract knows only zod, because service, hub and console all load it',
  },
  {
    who: /^service\/src\/platform\//,
    may: ['^service/src/platform/', CONTRACT, PACKAGES],
    wayOut: 'platform must not know features: pass it in from service/src/app.ts',
  },
  {
    who: /^service\/src\/features\/([^/]+)\//,
    may: ['^service/src/features/$1/', '^service/src/platform/', CONTRACT, '^package:(?!fastify$|@fastify/)', '^node:'],
    wayOut:
      'features meet in SQL joins, in rows, in pure rules of the contract, or in service/src/app.ts; only platform knows Fastify',
  },
  {
    who: /^service\//,
    may: ['^service/', CONTRACT, PACKAGES],
    wayOut: 'the service meets hub and console only through the contract',
  },
  {
    who: /^hub\/src\/apps\//,
    may: ['^hub/src/detectors/', '^hub/src/media/(geometry|person)\\.ts$', CONTRACT],
    wayOut:
      'detection apps are pure steps over frames: no clock, no input or output, no packages; hand in what it needs',
  },
  {
    who: /^hub\/src\/media\//,
    may: ['^hub/src/media/', CONTRACT],
    wayOut: 'media is bytes in, bytes out: the pipeline reads and writes, media only understands',
  },
  {
    who: /^hub\/src\/platform\//,
    may: ['^hub/src/(platform|media)/', CONTRACT, PACKAGES],
    wayOut: 'platform must not know the pipeline: pass it in from hub/src/main.ts',
  },
  {
    who: /^hub\//,
    may: ['^hub/', CONTRACT, PACKAGES],
    wayOut: 'the hub meets the service only through the contract',
  },
  {
    who: /^console\/src\/lib\//,
    may: ['^console/src/lib/', CONTRACT, '^package:'],
    wayOut: 'lib must not know parts or features: take it as an argument',
  },
  {
    who: /^console\/src\/ui\//,
    may: ['^console/src/(ui|lib)/', '^contract/src/(page|week|polygon|followed-app|intl-format)', '^package:'],
    wayOut: 'ui has no words of the domain: take it as a prop',
  },
  {
    who: /^console\/src\/features\/([^/]+)\//,
    may: ['^console/src/features/$1/', '^console/src/(lib|ui)/', CONTRACT, '^package:'],
    wayOut:
      'features do not know each other: compose them in console/src/app, or move the shared part to ui or the contract',
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
