// The plans of the demo's rooms: a day has every event, calm and busy, and depends only on seed, room and time.
import { describe, expect, test } from 'vitest'
import { findMoment } from '../camera/moment.ts'
import { planOf, SCENES } from '../camera/scene.ts'
import { JOINTS } from '../person/body.ts'
import { clockIn, levelAt } from '../room/light-level.ts'
import { bedFrame } from '../room/room.ts'
import { ROOMS } from '../room/room-list.ts'
import { ACTIVITIES } from './story.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 15)
const rooms = SCENES.filter(({ bed }) => bed)

describe('a plan', () => {
  test.each(rooms.map(({ key }) => key))('%s has every activity within two days, by day and by night', (key) => {
    const events = planOf({ key }).eventsBetween(START, START + 2 * DAY)
    const seen = new Set(events.map(({ activity }) => activity))
    expect([...seen].toSorted()).toEqual(ACTIVITIES.toSorted())
  })

  test('is the same for the same seed and another for another', () => {
    const eventsOf = (seed: number) => planOf({ key: 'room-203' }, seed).eventsBetween(START, START + DAY / 4)
    expect(eventsOf(7)).toEqual(eventsOf(7))
    expect(eventsOf(7)).not.toEqual(eventsOf(8))
  })

  test('says the same of a moment whatever was asked before', () => {
    const forward = planOf({ key: 'room-205' })
    for (let at = START; at < START + 40 * MINUTE; at += 7000) forward.at(at)
    const moment = START + 33 * MINUTE + 1234
    expect(forward.at(moment)).toEqual(planOf({ key: 'room-205' }).at(moment))
  })

  test('has walking in at least two cameras in any minute', () => {
    const plans = SCENES.map((scene) => planOf(scene))
    for (let from = START; from < START + DAY; from += 7 * MINUTE + 13_000) {
      const walking = plans.filter((plan) => {
        for (let at = from; at < from + MINUTE; at += 1000) {
          if (plan.at(at).actors.some(({ posture }) => posture === 'walking')) return true
        }
        return false
      })
      expect(walking.length, new Date(from).toISOString()).toBeGreaterThanOrEqual(2)
    }
  })

  test('leaves rooms calm for most of the time', () => {
    const plans = rooms.map((scene) => planOf(scene))
    let calm = 0
    let count = 0
    for (let at = START; at < START + DAY; at += 37_000) {
      for (const plan of plans) {
        count++
        if (plan.at(at).stillKey !== null) calm++
      }
    }
    expect(calm / count).toBeGreaterThan(0.6)
  })
})

describe('a plan at the pace of a home', () => {
  const pace = { day: 0.15, night: 0.05, restless: 0.1 }

  test('has everything as the other has, many times as seldom, and the resident rests in between', () => {
    const [dense, home] = [undefined, pace].map((one) =>
      rooms.flatMap(({ key }) => planOf({ key }, 1, 'Asia/Tokyo', one).eventsBetween(START, START + 4 * DAY)),
    )
    expect(new Set(home!.map(({ activity }) => activity))).toEqual(new Set(dense!.map(({ activity }) => activity)))
    expect(dense!.length / home!.length).toBeGreaterThan(6)
    const plan = planOf({ key: 'room-203' }, 1, 'Asia/Tokyo', pace)
    const asked = Array.from({ length: 500 }, (_, i) => plan.at(START + i * 171_000).stillKey)
    expect(asked.filter((stillKey) => stillKey !== null).length / asked.length).toBeGreaterThan(0.9)
  })

  test('moves nobody from place to place while nothing happens', () => {
    const plan = planOf({ key: 'room-205' }, 2, 'Asia/Tokyo', pace)
    const restOf = (at: number) => plan.at(at).actors[0]?.posture ?? 'away'
    const isCalm = (at: number) => plan.at(at).stillKey !== null
    const events = plan.eventsBetween(START, START + DAY)
    for (let at = START; at < START + DAY - 60_000; at += 30_000) {
      const isQuiet = !events.some(({ atMs }) => atMs > at - 60_000 && atMs < at + 60_000)
      if (isQuiet && isCalm(at) && isCalm(at + 30_000)) expect(restOf(at + 30_000)).toBe(restOf(at))
    }
  })
})

describe('people', () => {
  /** The greatest step of any joint between frames; asking ten times a second, nobody is faster than the swinging foot of a brisk walk. */
  const FASTEST_M = 0.45

  test.each(SCENES.map(({ key }) => key))('in %s never jump from place to place', (key) => {
    const plan = planOf({ key })
    let before = plan.at(START)
    for (let at = START + 100; at < START + 45 * MINUTE; at += 100) {
      const now = plan.at(at)
      for (const actor of now.actors) {
        const same = before.actors.find(({ role, who }) => role === actor.role && who === actor.who)
        if (!same) continue
        const step = Math.max(
          ...JOINTS.map((joint) => Math.hypot(...actor.body[joint].map((v, i) => v - same.body[joint][i]!))),
        )
        expect(step, `${actor.role} ${actor.posture} at ${new Date(at).toISOString()}`).toBeLessThan(FASTEST_M)
      }
      before = now
    }
  })

  test('lie in the bed while lying, stand on the floor while walking, lie on the floor when fallen', () => {
    for (const room of ROOMS) {
      const bed = bedFrame(room)!
      const plan = planOf(room)
      const pillow = bed.from(0, 0.5, 0)
      for (let at = START; at < START + 3 * 60 * MINUTE; at += 900) {
        for (const { body, posture, inBed } of plan.at(at).actors) {
          const lowest = Math.min(...JOINTS.map((joint) => body[joint][2]))
          const where = `${room.key} ${posture} at ${new Date(at).toISOString()}`
          expect(lowest, where).toBeGreaterThan(-0.04)
          const toPillow = Math.hypot(body.chest[0] - pillow[0], body.chest[1] - pillow[1])
          const rules: Record<string, boolean> = {
            lying: inBed && toPillow < 0.75 && body.chest[2] > 0.5,
            walking: Math.min(body.ankleL[2], body.ankleR[2]) < 0.2 && body.head[2] > 1.1,
            fallen: body.pelvis[2] < 0.3,
          }
          expect(rules[posture] ?? true, where).toBe(true)
        }
      }
    }
  })
})

describe('finding a moment', () => {
  test('gives the time at which the labels begin to show it', () => {
    const at = findMoment({ key: 'room-203' }, 'fall', START)!
    const plan = planOf({ key: 'room-203' })
    const postureAt = (atMs: number) => plan.at(atMs).actors.find(({ role }) => role === 'resident')?.posture
    expect([postureAt(at - 200), postureAt(at + 600), postureAt(at + 4000)]).toEqual(['standing', 'falling', 'fallen'])
  })

  test('can be limited to the night', () => {
    const clock = clockIn('Asia/Tokyo')
    const isNight = (at: number) => levelAt(clock(at).dayMs).night
    const at = findMoment({ key: 'room-201' }, 'bed-exit', START, { accepts: isNight })!
    expect(isNight(at)).toBe(true)
  })
})
