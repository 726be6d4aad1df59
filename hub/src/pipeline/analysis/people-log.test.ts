import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import type { PeopleFrame } from '#detectors/people-frame.ts'
import type { Detection } from '#vision/body/person.ts'
import { PeopleLog, packFrames } from './people-log.ts'

const VIEW = 'bed'
/** A person who walks up and down, five frames a second, with an answer of the pose model a second. */
function frameAt(i: number): PeopleFrame {
  const x = 0.4 + 0.3 * Math.sin(i / 20)
  const box = { x, y: 0.2, width: 0.1, height: 0.5 + Math.cos(i) / 100 }
  const share = (times: number) => Math.abs(Math.sin(times * i))
  return {
    atMs: i * 200,
    isReliable: true,
    people: [
      {
        ...{ id: 1, posture: 'standing', box, x: 4 * x, y: 1, heightM: 1.6 + share(1) / 10, fitShare: share(2) },
        ...{ isSeen: true, stirShare: share(3), bedShare: 0, leftShare: share(4), rightShare: 0, isFromBed: false },
      },
    ],
    figures: [{ box, areaShare: share(5), movingShare: share(6) }],
    movingShare: share(7),
    isClear: true,
    detection: detectionAt(Math.floor(i / 5)),
    isBedKnown: false,
  }
}

/** One object for all frames until the next one, as the pipeline has it. */
const detections = new Map<number, Detection>()
function detectionAt(second: number): Detection {
  const share = (times: number) => Math.abs(Math.sin(times * second))
  const box = { x: share(1), y: 0.2, width: 0.1, height: 0.5 }
  const joints = Array.from({ length: 17 }, (_, joint) => ({ x: share(2), y: share(joint), confidence: 0.9 }))
  const body = { box, pose: 'upright' as const, confidence: 0.8, joints }
  const detection = detections.get(second) ?? { atMs: second * 1000, bodies: [body] }
  detections.set(second, detection)
  return detection
}

function logOf(frames: number): PeopleLog {
  const log = new PeopleLog()
  for (let i = 0; i < frames; i++) log.add(VIEW, frameAt(i))
  return log
}

describe('the log of people', () => {
  test('gives each frame of the last hour back as it was, in order', () => {
    const frames = logOf(2000).framesOf(VIEW)
    expect(frames).toEqual(Array.from({ length: 2000 }, (_, i) => frameAt(i)))
  })

  test('forgets frames that are older than an hour, two minutes later at the latest', () => {
    const [first] = logOf(20_000).framesOf(VIEW)
    const ageMs = 19_999 * 200 - first!.atMs
    expect(ageMs).toBeGreaterThanOrEqual(HOUR_MS)
    expect(ageMs).toBeLessThan(HOUR_MS + 121_000)
  })

  test('reads the last seconds without the hour before, and always the newest frame', () => {
    const log = logOf(3001)
    expect(log.framesOf(VIEW, 500_000).at(0)!.atMs).toBeGreaterThan(350_000)
    expect(log.framesOf(VIEW, HOUR_MS).at(-1)).toEqual(frameAt(3000))
  })

  test('forgets views that are not watched any more', () => {
    const log = logOf(10)
    log.keepOnly(new Set())
    expect(log.framesOf(VIEW)).toEqual([])
  })

  test('takes at most 4 MB a bed for an hour in which somebody walks about', () => {
    const { bytes } = packFrames(logOf(600).framesOf(VIEW))
    expect((18_000 / 600) * bytes.length).toBeLessThan(4_000_000)
  })
})
