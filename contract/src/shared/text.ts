/** Fields of text that people type: names, addresses and codes. */
import { z } from 'zod'
import { whenMissing } from './errors.ts'
import { halfWidth, isVisible } from './plain.ts'

/** One visible line, as typed; empty is allowed. */
export const line = (most: number) => z.string().trim().max(most).refine(isVisible, 'error.unseen')

/** A name: one visible line that is not empty. `required` is the key of the error for an empty or missing one. */
export const nameText = (required: string, most: number, tooLong?: string) =>
  z.string(whenMissing(required)).trim().min(1, required).max(most, tooLong).refine(isVisible, 'error.unseen')

/** Text with one right spelling, such as a code or a number: letters and digits in full width become half width. */
export const codeText = () => z.string().overwrite(halfWidth).trim()

/** An e-mail address. `error` is the key of the error for an invalid or missing one. */
export const emailText = (error: string) => z.string(error).overwrite(halfWidth).trim().email(error).max(254)
