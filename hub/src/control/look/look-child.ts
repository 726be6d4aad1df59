/** The program behind a camera that turns: asks it over ONVIF PTZ for its stored views, or turns it. Requirement REAL-09. */
import type { Cam, CamProfile } from 'onvif'
import { serveChildTask } from '../rpc/child-task.ts'
import { codeOf, escaped, findServices, openDevice, said, tokenOf } from '../rpc/onvif-camera.ts'
import type { LookInput, TurnFacts } from './turn-camera.ts'

const PRESETS_MAX = 64
const NAME_CHARACTERS = 200
const TOKEN_CHARACTERS = 64
const POLL_MS = 300
/** A slow camera turns around once in that time. */
const TURN_MS = 12_000

/** It still turned when its time was over. */
class StillTurning extends Error {}

serveChildTask(turn, (thrown) => ({ code: thrown instanceof StillTurning ? 'timeout' : codeOf(thrown), params: {} }))

async function turn({ task, settleMs, ...device }: LookInput): Promise<TurnFacts> {
  const cam = await openDevice(device)
  await findServices(cam)
  // Profiles of Media2 are read without what turns the camera; every device that turns knows the older ones.
  if (cam.uri?.media) cam.media2Support = false
  await said((done) => cam.getProfiles(done))
  const profile = (cam.profiles ?? []).find((one) => one.PTZConfiguration)
  const profileToken = profile && tokenOf(profile)
  if (!profile || !profileToken || !cam.uri?.ptz) return { presets: [], hasHome: false }
  const at = { profileToken: escaped(profileToken) }
  if (task.type === 'views') return { presets: await presetsOf(cam, at), hasHome: await hasHome(cam, profile) }
  if (task.preset === null) await said((done) => cam.gotoHomePosition(at, done))
  else await said((done) => cam.gotoPreset({ ...at, preset: escaped(task.preset!) }, done))
  if (task.type === 'return') await stand(cam, at, settleMs)
  return { presets: [], hasHome: false }
}

/** The library orders them by name, of which two may be the same: by token here. */
async function presetsOf(cam: Cam, at: { profileToken: string }): Promise<TurnFacts['presets']> {
  await said((done) => cam.getPresets(at, done))
  const found = Object.entries((cam.presets ?? {}) as Record<string, unknown>)
  return found
    .filter(([token]) => token !== '' && token.length <= TOKEN_CHARACTERS)
    .slice(0, PRESETS_MAX)
    .map(([token, preset]) => {
      const name = (preset as { name?: unknown } | null)?.name
      const isWord = typeof name === 'string' || typeof name === 'number'
      return { token, name: (isWord && String(name).trim().slice(0, NAME_CHARACTERS)) || token }
    })
}

/** A device that does not say has none. */
async function hasHome(cam: Cam, profile: CamProfile): Promise<boolean> {
  const nodes = await said<Record<string, Record<string, unknown>>>((done) => cam.getNodes(done)).catch(() => null)
  const token = (profile.PTZConfiguration as Record<string, unknown>).nodeToken
  const node = nodes && ((typeof token === 'string' && nodes[token]) || Object.values(nodes)[0])
  return String(node?.homeSupported) === 'true'
}

/** Until it says that it stands, and what its stream still holds of the way has come; one that does not say gets longer. */
async function stand(cam: Cam, at: { profileToken: string }, settleMs: number): Promise<void> {
  const sinceMs = performance.now()
  do {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const status = await said<{ moveStatus?: unknown }>((done) => cam.getStatus(at, done)).catch(() => null)
    const moves = Object.values((status?.moveStatus ?? {}) as Record<string, unknown>).map(String)
    const isSilent = moves.length === 0 || moves.includes('UNKNOWN')
    if (isSilent || !moves.includes('MOVING')) {
      await new Promise((resolve) => setTimeout(resolve, isSilent ? 2 * settleMs : settleMs))
      return
    }
  } while (performance.now() - sinceMs < TURN_MS)
  throw new StillTurning()
}
