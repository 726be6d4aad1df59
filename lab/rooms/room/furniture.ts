/** Furniture of a care room, each furnishing built of solids: its back stands at y = 0, its front faces -y. */

import { type Color, cloth, glossy, hex, landscape, matt, times, wood } from '../base/material.ts'
import type { Vec } from '../base/vector.ts'
import { ball, box, rod, type Solid, tube } from './solid.ts'

const steel = glossy('#b9bec2', 0.12)
const white = glossy('#eceae4', 0.03)

/** Measures of the bed that people and blankets need, in metres. */
export const BED = { lengthM: 2.06, widthM: 0.98, topM: 0.5, headM: 0.07 } as const

/** A care bed with rails by its head. `exit`: the side (x) without a foot-end rail. */
export function bed(timber: string, sheet: string, exit: 1 | -1): Solid[] {
  const half = BED.widthM / 2
  const foot = -BED.lengthM - BED.headM
  const panel = wood(timber)
  const solids: Solid[] = [
    box([-half - 0.02, -0.06, 0.16], [half + 0.02, -0.015, 0.98], panel),
    rod([-half - 0.01, -0.037, 0.98], [half + 0.01, -0.037, 0.98], 0.03, panel),
    box([-half - 0.02, foot - 0.045, 0.16], [half + 0.02, foot, 0.7], panel),
    rod([-half - 0.01, foot - 0.022, 0.7], [half + 0.01, foot - 0.022, 0.7], 0.028, panel),
    box([-half + 0.01, foot, 0.25], [half - 0.01, -0.06, 0.34], wood(timber, true)),
    box([-half + 0.02, foot + 0.01, 0.34], [half - 0.02, -0.07, BED.topM], cloth(sheet)),
  ]
  for (const x of [-half + 0.05, half - 0.05])
    for (const y of [foot - 0.02, -0.05]) {
      solids.push(
        rod([x, y, 0.09], [x, y, 0.25], 0.025, steel),
        ball([x, y, 0.05], [0.025, 0.05, 0.05], matt('#3c3f42')),
      )
    }
  solids.push(...rail(exit * half, -0.3, -0.95), ...rail(-exit * half, -0.3, -0.95), ...rail(-exit * half, -1.1, -1.75))
  return solids
}

function rail(x: number, from: number, to: number): Solid[] {
  const side = x + Math.sign(x) * 0.02
  const posts = [0, 0.25, 0.5, 0.75, 1].map((k) => from + (to - from) * k)
  return [
    ...posts.map((y, i) => rod([side, y, i === 0 || i === 4 ? 0.3 : 0.5], [side, y, 0.78], 0.011, white)),
    rod([side, from, 0.79], [side, to, 0.79], 0.016, white),
    rod([side, from, 0.5], [side, to, 0.5], 0.011, white),
  ]
}

/** A pillow on a bed, by the head. */
export function pillow(): Solid[] {
  return [ball([0, -0.29, BED.topM + 0.05], [0.33, 0.2, 0.095], cloth('#f6f4ee'))]
}

/** A bedside cabinet with two drawers, and on it a lamp, a cup, tissues and a frame of the family. */
export function cabinet(timber: string): Solid[] {
  const front = wood(timber)
  const shade: Color = [5.2, 3.5, 1.9]
  return [
    box([-0.22, -0.42, 0.06], [0.22, -0.02, 0.62], wood(timber, true)),
    box([-0.24, -0.44, 0.62], [0.24, 0, 0.65], wood(timber, true)),
    box([-0.2, -0.435, 0.36], [0.2, -0.42, 0.59], front),
    box([-0.2, -0.435, 0.1], [0.2, -0.42, 0.33], front),
    rod([-0.05, -0.45, 0.48], [0.05, -0.45, 0.48], 0.008, steel),
    rod([-0.05, -0.45, 0.22], [0.05, -0.45, 0.22], 0.008, steel),
    tube([0.08, -0.14, 0.65], 0.065, 0.02, matt('#8d7a60')),
    rod([0.08, -0.14, 0.66], [0.08, -0.14, 0.84], 0.012, matt('#8d7a60')),
    { ...tube([0.08, -0.14, 0.82], 0.12, 0.17, { ...matt('#f3e7cf'), glow: { layer: 'lamps', color: shade } }, 0.08) },
    tube([-0.12, -0.3, 0.65], 0.032, 0.08, matt('#7fa6a0')),
    box([-0.02, -0.4, 0.65], [0.18, -0.28, 0.72], matt('#9bb7cf')),
    box([-0.18, -0.1, 0.65], [-0.04, -0.08, 0.8], wood('#6b4f36')),
    box([-0.165, -0.102, 0.665], [-0.055, -0.1, 0.785], landscape(1)),
  ]
}

/** An armchair with a cushion; its seat is 0.44 m high. */
export function armchair(fabric: string, timber: string): Solid[] {
  const leg = wood(timber)
  const soft = cloth(fabric)
  return [
    box([-0.25, -0.6, 0.3], [0.25, -0.1, 0.4], soft),
    ball([0, -0.36, 0.4], [0.25, 0.25, 0.05], soft),
    { kind: 'box', center: [0, -0.1, 0.62], half: [0.25, 0.05, 0.3], turned: 0, paint: soft },
    rod([-0.22, -0.1, 0.92], [0.22, -0.1, 0.92], 0.05, soft),
    ...[-0.29, 0.29].flatMap((x) => [
      rod([x, -0.6, 0.02], [x, -0.6, 0.62], 0.022, leg),
      rod([x, -0.06, 0.02], [x, -0.08, 0.62], 0.022, leg),
      rod([x, -0.64, 0.63], [x, -0.06, 0.63], 0.026, leg),
      rod([x, -0.6, 0.3], [x, -0.08, 0.3], 0.02, leg),
    ]),
  ]
}

/** A wheelchair as it stands about: seat, back, two large wheels and foot rests. */
export function wheelchair(fabric: string): Solid[] {
  const soft = cloth(fabric)
  const tyre = matt('#2b2d30')
  const wheel = (x: number): Solid[] =>
    Array.from({ length: 12 }, (_, i) => {
      const at = (k: number): Vec => {
        const turn = (k * Math.PI) / 6
        return [x, -0.32 + 0.29 * Math.cos(turn), 0.3 + 0.29 * Math.sin(turn)]
      }
      return rod(at(i), at(i + 1), 0.018, tyre)
    })
  return [
    box([-0.22, -0.58, 0.46], [0.22, -0.14, 0.52], soft),
    box([-0.22, -0.16, 0.52], [0.22, -0.12, 0.92], soft),
    ...[-0.24, 0.24].flatMap((x) => [
      rod([x, -0.14, 0.3], [x, -0.1, 0.95], 0.014, steel),
      rod([x, -0.12, 0.72], [x, -0.5, 0.72], 0.02, tyre),
      rod([x, -0.5, 0.72], [x, -0.62, 0.14], 0.014, steel),
      box([x - 0.08, -0.8, 0.12], [x + 0.08, -0.6, 0.15], tyre),
      ...wheel(x * 1.2),
    ]),
  ]
}

/** A wardrobe with two doors. */
export function wardrobe(timber: string, widthM = 0.95, heightM = 1.9): Solid[] {
  const half = widthM / 2
  const front = wood(timber)
  return [
    box([-half, -0.52, 0], [half, -0.01, heightM], front),
    box([-half + 0.015, -0.535, 0.08], [-0.006, -0.52, heightM - 0.02], front),
    box([0.006, -0.535, 0.08], [half - 0.015, -0.52, heightM - 0.02], front),
    rod([-0.05, -0.555, 0.9], [-0.05, -0.555, 1.15], 0.009, steel),
    rod([0.05, -0.555, 0.9], [0.05, -0.555, 1.15], 0.009, steel),
    box([-half + 0.12, -0.45, heightM], [half - 0.3, -0.1, heightM + 0.22], cloth('#b8a98d')),
  ]
}

/** A wash basin in a counter, with a mirror, a tap and a towel. */
export function basin(timber: string): Solid[] {
  return [
    box([-0.4, -0.46, 0.66], [0.4, 0, 0.78], glossy('#e9e6df', 0.06)),
    box([-0.36, -0.4, 0.12], [-0.3, 0, 0.66], wood(timber)),
    box([0.3, -0.4, 0.12], [0.36, 0, 0.66], wood(timber)),
    tube([0, -0.25, 0.775], 0.17, 0.02, glossy('#f7f7f4', 0.1), 0.19),
    tube([0, -0.25, 0.797], 0.15, 0.004, matt('#b9c2c4')),
    rod([0, -0.07, 0.78], [0, -0.07, 0.98], 0.014, steel),
    rod([0, -0.07, 0.98], [0, -0.2, 0.95], 0.012, steel),
    box([-0.3, -0.03, 1.1], [0.3, -0.005, 1.75], { color: [0.16, 0.18, 0.19], gloss: 0.75 }),
    box([-0.33, -0.025, 1.07], [0.33, 0, 1.78], wood(timber)),
    tube([0.26, -0.16, 0.78], 0.03, 0.1, matt('#c98f7d')),
    rod([-0.56, -0.05, 1.2], [-0.42, -0.05, 1.2], 0.008, steel),
    box([-0.56, -0.075, 0.8], [-0.42, -0.045, 1.21], cloth('#dfa79a')),
  ]
}

/** A frame in a frame, 0.6 m wide, hung at eye height. `seed` chooses the landscape. */
export function image(seed: number, widthM = 0.6): Solid[] {
  const half = widthM / 2
  return [
    box([-half - 0.03, -0.025, 1.32], [half + 0.03, 0, 1.78], wood('#5a4331')),
    box([-half, -0.03, 1.35], [half, -0.02, 1.75], matt('#f2efe6')),
    box([-half + 0.05, -0.034, 1.4], [half - 0.05, -0.028, 1.7], landscape(seed)),
  ]
}

/** A round clock on the wall; it is always ten past ten in a drawn room, so it has no hands. */
export function wallClock(): Solid[] {
  const face = ball([0, -0.02, 1.95], [0.14, 0.03, 0.14], matt('#f4f1e8'))
  return [ball([0, -0.01, 1.95], [0.155, 0.03, 0.155], matt('#4a4038')), face]
}

/** A month's sheet on the wall. */
export function calendar(): Solid[] {
  const ink = hex('#5b5f66')
  const paper = {
    color: hex('#f6f4ee'),
    pattern: ([x, , z]: Vec, _normal: Vec, base: Color): Color => {
      if (z > 0.17) return hex('#b8675a')
      const column = ((x + 0.2) * 20) % 1
      const row = ((z + 0.25) * 14) % 1
      return column > 0.3 && column < 0.65 && row > 0.3 && row < 0.6 ? ink : base
    },
  }
  return [box([-0.17, -0.012, 1.25], [0.17, 0, 1.72], paper)]
}

/** A plant in a pot. `heightM`: to the top of its leaves. */
export function plant(heightM: number): Solid[] {
  const leaves = [0.35, 0.5, 0.62, 0.74, 0.86, 1].flatMap((k, i) =>
    [0, 1, 2].map((j) => {
      const angle = i * 1.3 + j * 2.1
      const reach = heightM * 0.2 * (1.25 - k)
      const at: Vec = [Math.cos(angle) * reach, -0.18 + Math.sin(angle) * reach, heightM * k]
      return ball(at, [heightM * 0.095, heightM * 0.095, heightM * 0.05], matt(j === 1 ? '#4d7a4a' : '#3f6a44'))
    }),
  )
  return [
    tube([0, -0.18, 0], heightM * 0.14, heightM * 0.28, matt('#b7744f'), heightM * 0.19),
    tube([0, -0.18, heightM * 0.28], heightM * 0.17, 0.004, matt('#3d2f24')),
    rod([0, -0.18, heightM * 0.28], [0.01, -0.18, heightM * 0.9], 0.012, matt('#6a5a3a')),
    ...leaves,
  ]
}

/** A low chest with a television. */
export function television(timber: string): Solid[] {
  const screen = { color: [0.012, 0.014, 0.018] as Color, gloss: 0.12 }
  return [
    box([-0.5, -0.4, 0.04], [0.5, -0.02, 0.52], wood(timber, true)),
    box([-0.485, -0.412, 0.08], [-0.008, -0.4, 0.5], wood(timber)),
    box([0.008, -0.412, 0.08], [0.485, -0.4, 0.5], wood(timber)),
    box([-0.12, -0.3, 0.52], [0.12, -0.14, 0.535], matt('#26282b')),
    box([-0.03, -0.2, 0.53], [0.03, -0.18, 0.62], matt('#26282b')),
    box([-0.4, -0.215, 0.6], [0.4, -0.18, 1.06], matt('#1b1d20')),
    box([-0.385, -0.218, 0.615], [0.385, -0.214, 1.045], screen),
  ]
}

/** A rug on the floor, centred on its place. */
export function rug(code: string, widthM: number, depthM: number): Solid[] {
  const edge = times(hex(code), 0.6)
  const pattern = ([x, y]: Vec, _normal: Vec, base: Color): Color => {
    const near = Math.min(widthM / 2 - Math.abs(x), depthM / 2 - Math.abs(y))
    return near < 0.05 || (near > 0.1 && near < 0.125) ? edge : base
  }
  return [box([-widthM / 2, -depthM / 2, 0], [widthM / 2, depthM / 2, 0.008], { color: hex(code), pattern })]
}

/** A bench for two, as in hallways. */
export function bench(fabric: string, timber: string): Solid[] {
  return [
    box([-0.55, -0.45, 0.36], [0.55, -0.05, 0.44], cloth(fabric)),
    box([-0.55, -0.09, 0.5], [0.55, -0.04, 0.82], cloth(fabric)),
    ...[-0.5, 0.5].flatMap((x) => [
      rod([x, -0.42, 0], [x, -0.42, 0.37], 0.02, wood(timber)),
      rod([x, -0.07, 0], [x, -0.06, 0.6], 0.02, wood(timber)),
    ]),
  ]
}
