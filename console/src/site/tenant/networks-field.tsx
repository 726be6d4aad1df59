/** Networks in CIDR form, one on a line. */

import type { tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { TextField as MuiTextField } from '@mui/material'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ControlOf } from '#ui/form/field/text-field.tsx'
import { useFieldError } from '#ui/form/field/text-field.tsx'

export function NetworksField({ control }: { control: ControlOf<typeof tenantDraft> }) {
  const { t } = useTranslation('tenant')
  const { field, fieldState } = useController({ control, name: 'cameraNetworks' })
  const [typed, setTyped] = useState<string | null>(null)
  const { line, key } = firstError(fieldState.error)
  const error = useFieldError(key)
  const networks = field.value ?? []
  return (
    <MuiTextField
      fullWidth
      multiline
      minRows={3}
      label={t('networks-label')}
      placeholder={'10.20.0.0/16\n192.168.10.0/24'}
      name={field.name}
      inputRef={field.ref}
      value={typed ?? networks.join('\n')}
      error={error !== null}
      helperText={error ? t('networks-error', { line, error }) : t('networks-empty')}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(linesOf(event.target.value))
      }}
      onBlur={() => {
        // Empty lines go when the typing is over.
        setTyped(null)
        field.onBlur()
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The rules name each wrong line; the first is shown. An error of the list itself has no line. */
function firstError(error: unknown): { line: number; key: string | undefined } {
  const errors = (Array.isArray(error) ? error : []) as ({ message?: string } | undefined)[]
  const at = errors.findIndex((error) => error?.message)
  if (at >= 0) return { line: at + 1, key: errors[at]!.message }
  return { line: 1, key: (error as { message?: string } | undefined)?.message }
}
