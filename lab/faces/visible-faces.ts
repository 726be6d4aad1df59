/** How many of the faces in a camera's frames can still be detected in their rendition. Pure. CAM-09. */
import { type Face, sharedShare } from './yunet.ts'

/**
 * `left`: of `faces`, detected again at their place; `elsewhere`: detected in the rendition, but in none of the originals;
 * `silhouettes`: of `faces`, painted in the color of a person.
 */
export type FaceCount = { images: number; faces: number; left: number; elsewhere: number; silhouettes: number }
/** RGBA, row by row. */
export type Shown = { width: number; height: number; data: Uint8ClampedArray }

const NO_FACES: FaceCount = { images: 0, faces: 0, left: 0, elsewhere: 0, silhouettes: 0 }

/** Minimum overlap of a re-detected face, small because blurring moves boxes. */
const OVERLAP_MIN = 0.1

/** Red, green and blue of a silhouette, which the painter draws with Y 96, U 150, V 92, and the tolerance for JPEG. */
const PERSON_RGB = [36, 114, 138]
const RGB_TOLERANCE = 24

/** For one frame: the faces in the original and in the rendition, both in shares; `image`: the rendition. */
export function visibleFaces(original: readonly Face[], shown: readonly Face[], image: Shown): FaceCount {
  const isLeft = (face: Face) => shown.some((one) => sharedShare(face, one) >= OVERLAP_MIN)
  const isOriginal = (face: Face) => original.some((one) => sharedShare(face, one) >= OVERLAP_MIN)
  return {
    images: 1,
    faces: original.length,
    left: original.filter(isLeft).length,
    elsewhere: shown.filter((face) => !isOriginal(face)).length,
    silhouettes: original.filter((face) => isSilhouette(image, face)).length,
  }
}

/** By the mean of the middle half of the face's box. */
function isSilhouette({ width, height, data }: Shown, face: Face): boolean {
  const [left, right] = [face.x + face.width / 4, face.x + (3 * face.width) / 4].map((x) => Math.floor(x * width))
  const [top, bottom] = [face.y + face.height / 4, face.y + (3 * face.height) / 4].map((y) => Math.floor(y * height))
  const sums = [0, 0, 0]
  let count = 0
  for (let y = Math.max(0, top!); y <= Math.min(height - 1, bottom!); y++) {
    for (let x = Math.max(0, left!); x <= Math.min(width - 1, right!); x++) {
      for (const channel of [0, 1, 2]) sums[channel]! += data[(y * width + x) * 4 + channel]!
      count++
    }
  }
  return PERSON_RGB.every((value, channel) => Math.abs(sums[channel]! / count - value) <= RGB_TOLERANCE)
}

export function sumFaces(counts: readonly FaceCount[]): FaceCount {
  return counts.reduce((a, b) => {
    return {
      images: a.images + b.images,
      faces: a.faces + b.faces,
      left: a.left + b.left,
      elsewhere: a.elsewhere + b.elsewhere,
      silhouettes: a.silhouettes + b.silhouettes,
    }
  }, NO_FACES)
}
