// Counts faces that can still be detected in the rendition. CAM-09.
import { expect, test } from 'vitest'
import { type Shown, sumFaces, visibleFaces } from './visible-faces.ts'

const SIDE = 20
/** A frame of one color. */
const plain = (colour: readonly number[]): Shown => {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let i = 0; i < SIDE * SIDE; i++) data.set([...colour, 255], i * 4)
  return { width: SIDE, height: SIDE, data }
}
const PERSON = [36, 114, 138]
const face = (x: number, y: number) => ({ x, y, width: 0.2, height: 0.2, score: 0.9 })

test('a face detected at its place is left, one that moved is found elsewhere', () => {
  const count = visibleFaces(
    [face(0.1, 0.1), face(0.6, 0.6)],
    [face(0.15, 0.12), face(0.1, 0.7)],
    plain([200, 180, 160]),
  )
  expect(count).toEqual({ images: 1, faces: 2, left: 1, elsewhere: 1, silhouettes: 0 })
})

test('a face in the color of a person is a silhouette', () => {
  const image = plain(PERSON)
  expect(visibleFaces([face(0.4, 0.4)], [], image).silhouettes).toBe(1)
  // The middle of the face shows the original.
  for (let y = 9; y < 11; y++) image.data.fill(250, (y * SIDE + 8) * 4, (y * SIDE + 12) * 4)
  expect(visibleFaces([face(0.4, 0.4)], [], image).silhouettes).toBe(0)
})

test('a face at the edge of the frame counts with its visible part', () => {
  expect(visibleFaces([face(-0.05, 0.9)], [], plain(PERSON)).silhouettes).toBe(1)
})

test('counts of frames are summed', () => {
  const one = visibleFaces([face(0.1, 0.1)], [face(0.1, 0.1)], plain(PERSON))
  expect(sumFaces([one, one])).toEqual({ images: 2, faces: 2, left: 2, elsewhere: 0, silhouettes: 2 })
})
