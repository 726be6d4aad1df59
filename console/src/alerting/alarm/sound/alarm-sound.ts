/** The loudspeaker of this device: whether and how loud it plays, and the tone itself. ALARM-03. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { followStored, readStored, writeStored } from '#lib/browser/storage.ts'
import { createStore } from '#lib/store.ts'
import { NOTES, type Pattern } from './alarm-tones.ts'

/** Stored per browser, not per user: a tablet at the station rings for everybody. */
type Setting = { isOn: boolean | null; volume: number }

const KEY = 'alarm-sound'
const STANDARD: Setting = { isOn: null, volume: 0.7 }
/** Interval of checks that the audio clock runs. */
const LOOK_MS = 150
/** A tone with this gain is as loud as possible without distortion. */
const FULL_GAIN = 0.5
/** Roles whose sound is on by default: they work near residents; users in an office switch it on themselves. */
const AT_ONCE: readonly Role[] = ['USER', 'RESTRICTED_USER']

const setting = createStore<Setting>(() => readStored(KEY, isSetting) ?? STANDARD, followStorage)
let context: AudioContext | null = null

export function useSoundSetting(role: Role): { isOn: boolean; volume: number } {
  const { isOn, volume } = setting.use()
  return { isOn: isOn ?? AT_ONCE.includes(role), volume }
}

export function changeSound(change: Partial<{ isOn: boolean; volume: number }>): void {
  const next = { ...setting.get(), ...change }
  writeStored(KEY, next)
  setting.set(next)
}

/**
 * False if the browser blocks audio: before the first user gesture, or during a phone call. Calling it in a gesture handler
 * unblocks audio; Safari requires that before any await.
 */
export async function mayBeHeard(): Promise<boolean> {
  try {
    const audio = context ?? openContext()
    // While audio is blocked this promise stays pending until a user gesture.
    if (audio.state !== 'running') void audio.resume().catch(() => undefined)
    const beganS = audio.currentTime
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    if (audio.state !== 'running') return false
    if (audio.currentTime > beganS) return true
    // The context claims to run but its clock stands still, as on an iPhone after the background: it must be replaced.
    if (context === audio) context = null
    void audio.close().catch(() => undefined)
    return false
  } catch {
    return false
  }
}

function openContext(): AudioContext {
  // On iPhones and iPads the silent switch would also mute the alarm.
  const { audioSession } = navigator as { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'
  context = new AudioContext()
  return context
}

/** Plays it once; `loudness` 0 to 1. */
export async function sound(pattern: Pattern, loudness: number): Promise<void> {
  if (!(await mayBeHeard()) || !context) return
  for (const { atS, hz, lastsS } of NOTES[pattern]) tone(context, hz, context.currentTime + atS, lastsS, loudness)
}

function tone(audio: AudioContext, hz: number, startsAt: number, lastsS: number, loudness: number): void {
  const wave = new OscillatorNode(audio, { type: 'triangle', frequency: hz })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, startsAt)
  gain.gain.linearRampToValueAtTime(FULL_GAIN * loudness, startsAt + 0.02)
  gain.gain.setValueAtTime(FULL_GAIN * loudness, startsAt + lastsS * 0.6)
  gain.gain.linearRampToValueAtTime(0, startsAt + lastsS)
  wave.connect(gain).connect(audio.destination)
  wave.start(startsAt)
  wave.stop(startsAt + lastsS)
}

/** Another window changed the setting. */
function followStorage(): () => void {
  return followStored(KEY, () => {
    const stored = readStored(KEY, isSetting)
    if (stored) setting.set(stored)
  })
}

function isSetting(value: unknown): value is Setting {
  const { isOn, volume } = (value ?? {}) as Partial<Setting>
  return (isOn === null || typeof isOn === 'boolean') && typeof volume === 'number'
}
