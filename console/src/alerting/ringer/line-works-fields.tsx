/** The access of a LINE WORKS service account and its bot, field by field; together they are the token. REACH-05. */
import type { LineWorksAccess, RingerForm } from '@mimamori/contract/alerting/ringer.ts'
import { TextField } from '@mui/material'
import { type ChangeEvent, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import css from './ringer.module.css'

const NOTHING: LineWorksAccess = { clientId: '', clientSecret: '', serviceAccount: '', botId: '', privateKey: '' }
const FIELDS = ['clientId', 'clientSecret', 'serviceAccount', 'botId', 'privateKey'] as const

/** `help`: that it is set already, or where to find it. */
export function LineWorksFields({
  control,
  isDisabled,
  help,
}: {
  control: Control<RingerForm>
  isDisabled: boolean
  help: string
}) {
  const { t } = useTranslation('ringer')
  const { field, fieldState } = useController({ control, name: 'token' })
  const error = useFieldError(fieldState.error?.message)
  const [access, setAccess] = useState(NOTHING)
  const typeInto = (key: keyof LineWorksAccess) => (event: ChangeEvent<HTMLInputElement>) => {
    const typed = { ...access, [key]: event.target.value }
    setAccess(typed)
    field.onChange(FIELDS.some((each) => typed[each] !== '') ? JSON.stringify(typed) : '')
  }
  return (
    <>
      <p className={css.quiet}>{help}</p>
      {FIELDS.map((key) => (
        <TextField
          key={key}
          fullWidth
          label={t(`access-${key}`)}
          value={access[key]}
          onChange={typeInto(key)}
          disabled={isDisabled}
          error={error !== null}
          helperText={key === 'privateKey' ? error : null}
          autoComplete="off"
          {...(key === 'clientSecret' && { type: 'password', autoComplete: 'new-password' })}
          {...(key === 'privateKey' && { multiline: true, maxRows: 6 })}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      ))}
    </>
  )
}
