/** The worst errors of a score as frames: the frame, and the detected people in it. */

import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Person } from '@mimamori/hub/vision/body/person.ts'
import { createCanvas } from '@napi-rs/canvas'
import { type Retained, SIZE } from './images.ts'
import type { ScoredApp } from './match.ts'
import { play } from './play.ts'
import { nameOf, type Sequence } from './sequence.ts'
import type { Scored } from './table.ts'

export type WrongJudgement = { sequence: Sequence; appCode: ScoredApp; kind: 'missed' | 'false'; atMs: number }

/** A missed fall is worse than a false alarm. */
const WORST: readonly (readonly [WrongJudgement['kind'], ScoredApp])[] = [
  ['missed', 'A005'],
  ['missed', 'A006'],
  ['false', 'A005'],
  ['missed', 'A004'],
  ['false', 'A006'],
  ['false', 'A004'],
]
/** A missed event is shown at the time when it should have been detected. */
const KNOWN_MS = 4000
const SCALE = 2

/** The worst first, each of a different layout. */
export function worstOf(scored: readonly Scored[], count: number): WrongJudgement[] {
  const errors = WORST.flatMap(([kind, appCode]) =>
    scored.flatMap(({ sequence, matches }) =>
      matches
        .filter((one) => one.appCode === appCode)
        .flatMap(({ missed, falseAlarms }) => (kind === 'missed' ? missed : falseAlarms))
        .map(
          ({ atMs }): WrongJudgement => ({ sequence, appCode, kind, atMs: kind === 'missed' ? atMs + KNOWN_MS : atMs }),
        ),
    ),
  )
  const layouts = new Set<string>()
  return errors
    .filter(({ sequence: { layout } }) => !layouts.has(layout.name) && layouts.add(layout.name))
    .slice(0, count)
}

/** As one line. */
export function wordsOf({ sequence, appCode, kind }: WrongJudgement): string {
  return `${kind === 'missed' ? 'Missed' : 'False'} ${APPS[appCode].name}: ${nameOf(sequence)}`
}

/** As JPEG, with an outline and the posture of each detected person. */
export async function imageOf({ sequence, atMs }: WrongJudgement, retained: Retained): Promise<Buffer> {
  let jpeg: Buffer | null = null
  await play({ ...sequence, untilMs: atMs + 1000 }, { rooms: retained.rooms }, (image, seen) => {
    if (seen.atMs >= atMs) jpeg ??= drawn(image, seen.people)
  })
  if (!jpeg) throw new Error(`${nameOf(sequence)} ends before ${new Date(atMs).toISOString()}`)
  return jpeg
}

function drawn(gray: Uint8Array, people: readonly Person[]): Buffer {
  const canvas = createCanvas(SIZE.width * SCALE, SIZE.height * SCALE)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(canvas.width, canvas.height)
  for (let i = 0; i < canvas.width * canvas.height; i++) {
    const [x, y] = [i % canvas.width, Math.floor(i / canvas.width)]
    const level = gray[Math.floor(y / SCALE) * SIZE.width + Math.floor(x / SCALE)]!
    image.data.set([level, level, level, 255], i * 4)
  }
  pen.putImageData(image, 0, 0)
  pen.lineWidth = 2
  pen.font = '14px sans-serif'
  for (const { box, posture, fitShare } of people) {
    pen.strokeStyle = '#ffd400'
    pen.fillStyle = '#ffd400'
    const [x, y] = [box.x * canvas.width, box.y * canvas.height]
    pen.strokeRect(x, y, box.width * canvas.width, box.height * canvas.height)
    pen.fillText(`${posture}, ${Math.round(fitShare * 100)} % seen`, x, Math.max(14, y - 4))
  }
  return canvas.toBuffer('image/jpeg', 80)
}
