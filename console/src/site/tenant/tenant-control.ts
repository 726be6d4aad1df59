/** The form's control, as the fields of this form take it. */
import type { TenantDraft, tenantDraft } from '@mimamori/contract/site/tenant.ts'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'

export type TenantControl = Control<TenantDraft, unknown, z.output<typeof tenantDraft>>
