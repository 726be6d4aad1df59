/** The loudspeaker of this device: whether and how loud it sounds, and the tone itself. ALARM-03. */
import type { Role } from '@mimamori/contract/identity/roles.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { createStore } from '#lib/store.ts'
import { NOTES, type Pattern } from './alarm-tones.ts'

/** Of this browser, not of the person: a tablet at the station sounds for everybody. */
type Setting = { isOn: boolean | null; volume: number }

const KEY = 'alarm-sound'
/** The switch of an earlier version. */
const OLD_KEY = 'alert-sound'
const STANDARD: Setting = { isOn: null, volume: 0.7 }
/** A tone of this gain is as loud as a page may be without distortion. */
const FULL_GAIN = 0.5
/** Sounds at the bedside of the resident wake people: those who sit in an office choose it themselves. */
const AT_ONCE: readonly Role[] = ['USER', 'RESTRICTED_USER']

const setting = createStore<Setting>(
  () => readStored(KEY, isSetting) ?? { ...STANDARD, isOn: readStored(OLD_KEY, isBoolean) || null },
  followStorage,
)
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

/** `blocked`: the browser lets no page sound that nobody has touched. By a press it answers true. */
export async function mayBeHeard(): Promise<boolean> {
  try {
    context ??= new AudioContext()
    if (context.state === 'running') return true
    // Where it is held back this stays open until somebody presses something.
    void context.resume().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return (context.state as AudioContextState) === 'running'
  } catch {
    return false
  }
}

/** Sounds it once; `loudness` 0 to 1. */
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

/** Another window changed it. */
function followStorage(): () => void {
  const renew = (event: StorageEvent) => {
    const stored = event.key === KEY && readStored(KEY, isSetting)
    if (stored) setting.set(stored)
  }
  addEventListener('storage', renew)
  return () => removeEventListener('storage', renew)
}

function isSetting(value: unknown): value is Setting {
  const { isOn, volume } = (value ?? {}) as Partial<Setting>
  return (isOn === null || typeof isOn === 'boolean') && typeof volume === 'number'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
