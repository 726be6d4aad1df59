// The outlines that the demo stores are those of the rooms that its cameras draw.
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { expect, test } from 'vitest'
import { DEMO_BEDS } from './demo-beds.ts'

test('APP-04 every room of the demo has its bed outlined where it is drawn', () => {
  const drawn = SCENES.flatMap(({ key, bed }) => (bed ? [[key, bed] as const] : []))
  expect(Object.keys(DEMO_BEDS)).toEqual(drawn.map(([key]) => key))
  for (const [key, corners] of drawn) expect(DEMO_BEDS[key]!.corners, key).toEqual(corners)
})
