/** Draws a PDF in a separate process, so that it blocks nobody: `pdf.child.ts MODULE FUNCTION`. */
import { serveChild } from '../work/child-work.ts'

type Draw = (input: unknown, onProgress: (percent: number) => void) => Promise<Uint8Array>

const [module, name] = process.argv.slice(2) as [string, string]
const { [name]: draw } = (await import(module)) as Record<string, Draw>
serveChild(draw!, String)
