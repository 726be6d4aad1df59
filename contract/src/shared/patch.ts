/**
 * Patches: the fields that a change of a record may send. An omitted field stays unchanged, so defaults must not fill
 * it in.
 */
import { z } from 'zod'

type Inner<T> = T extends z.ZodDefault<infer I> ? I : T
type Patch<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<Inner<S[K]> & z.core.$ZodType> }

/**
 * The fields of a draft, each optional and without its default: `patchFields(unitDraft)`. Zod's own `partial()` retains
 * the defaults, so a patch of a name alone would also reset every switch.
 */
export function patchFields<S extends z.ZodRawShape>(draft: z.ZodObject<S>): z.ZodObject<Patch<S>, z.core.$strict> {
  const fields = Object.entries(draft.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.strictObject(Object.fromEntries(fields) as Patch<S>)
}

/** The version of the record that was changed: an edit of an older one fails with `conflict`. */
export const version = z.number().int().min(1)
