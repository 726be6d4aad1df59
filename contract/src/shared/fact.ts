/** How a fact travels: a code, and the values that its sentence names. Sentences are made where they are read. */
import { z } from 'zod'

/** Bound of every text among the values. */
export const FACT_TEXT_MAX = 500
/** A host with its port, a path, or a library's own words; never credentials. */
export const factText = z.string().max(FACT_TEXT_MAX)

/** The schema of all codes whose texts have the same parameters. */
export const fact = <const Codes extends readonly [string, ...string[]], Params extends z.core.$ZodLooseShape>(
  codes: Codes,
  params: Params,
) => z.strictObject({ code: z.enum(codes), params: z.strictObject(params) })

/** Text without a code. */
export const otherFact = fact(['other'], { text: factText })

/** What a hub of a later version may send: it is read as `other`. */
export const laterFact = z.object({
  code: z.string().max(60),
  params: z.record(z.string().max(40), z.union([factText, z.array(factText).max(20), z.number()])),
})
export type LaterFact = z.infer<typeof laterFact>
