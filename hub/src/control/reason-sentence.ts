/** Why a camera is not online, for the person who started the hub: the English text of the console. */
import { createRequire } from 'node:module'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type camera from '@mimamori/contract/languages/en/camera.json'
import { fill } from '@mimamori/contract/languages/locales.ts'

const read = createRequire(import.meta.url)

/** The sentence, in English. */
export function reasonSentence({ code, params }: StatusReason): string {
  const texts: typeof camera = read('@mimamori/contract/languages/en/camera.json')
  return fill(texts[`reason-${code}`], params)
}
