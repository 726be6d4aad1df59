/** The program in which the pose model runs: one frame at a time, of all cameras in turn. */
import { serveModel } from '#model/child-program.ts'
import { openMovenet } from './movenet.ts'

serveModel(
  async ({ file }) => ({ runtime: 'tfjs wasm', look: await openMovenet(file) }),
  () => 'model-unfit',
)
