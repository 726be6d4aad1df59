/** Rules of a schema that its fields do not say one by one, for the test that holds forms against the contract. */
import type { z } from 'zod'
import { errorOfIssue } from '#lib/browser/form-error.ts'

export type Check = { _zod: { def: { check: string; error?: (issue: object) => unknown } } }
type Def = {
  checks?: Check[]
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
}

/** Messages of all rules that are functions, at whatever depth; null for a rule that names its errors itself. */
export function rulesOf(schema: z.ZodType): (string | null)[] {
  const def = schema.def as unknown as Def
  const { shape } = schema as unknown as { shape?: Record<string, z.ZodType> }
  const own = (def.checks ?? []).filter(({ _zod }) => _zod.def.check === 'custom').map(messageOf)
  const below = [def.innerType, def.in, def.element, ...(def.options ?? []), ...Object.values(shape ?? {})]
  return [...own, ...below.flatMap((each) => (each ? rulesOf(each) : []))]
}

/** What a rule says when it is broken; null: it names its errors itself. */
export function messageOf({ _zod }: Check): string | null {
  const said = _zod.def.error?.({})
  return typeof said === 'string' ? said : ((said as { message?: string } | undefined)?.message ?? null)
}

/** What the form would say of this draft: the message beside the field it lands on. */
export function errorsIn(schema: z.ZodType, draft: object): string[] {
  const { error } = schema.safeParse(draft, { error: errorOfIssue as never })
  return error?.issues.map(({ path, message }) => `${path[0] as string} ${message}`) ?? []
}
