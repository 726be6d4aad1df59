/** What the parts of the user's form share. */
import type { UserDraft, userDraft } from '@mimamori/contract/identity/user.ts'
import type { Control, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'

export type UserFormApi = UseFormReturn<UserDraft, unknown, z.output<typeof userDraft>>
export type UserControl = Control<UserDraft, unknown, z.output<typeof userDraft>>
