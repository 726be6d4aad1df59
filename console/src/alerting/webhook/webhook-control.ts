/** The control of the form of a webhook target, for its parts. */
import type { WebhookForm, webhookForm } from '@mimamori/contract/alerting/webhook.ts'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'

export type WebhookControl = Control<WebhookForm, unknown, z.output<typeof webhookForm>>
