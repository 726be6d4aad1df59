/** Why a model is not used: those of the contract's SettingsError that begin with `model-`. */

/** `detail`: a library's or system's own words; no line breaks. */
export type ModelError =
  | { code: 'model-file-missing' | 'model-too-slow'; params: Record<string, never> }
  | { code: DetailedCode; params: { detail: string } }
export type DetailedCode =
  | 'model-file-unreadable'
  | 'model-file-too-large'
  | 'model-runtime-missing'
  | 'model-not-onnx'
  | 'model-unfit'
  | 'model-too-hungry'
  | 'model-failing'

const DETAIL_MAX = 120

/** What the runtime puts before what it has to say. */
const PREFACE = /^.*ERROR_MESSAGE: */s

/** An error with another program's words, shortened to one line. */
export function modelError(code: DetailedCode, words: unknown): ModelError {
  const text = words instanceof Error ? words.message : String(words)
  const line = text.replace(PREFACE, '').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return { code, params: { detail: line.slice(0, DETAIL_MAX) } }
}
