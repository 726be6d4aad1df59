/** The list of networks: one line each, and a line to add another. SET-01. */
import { addressRange, type securityDraft } from '@mimamori/contract/identity/security.ts'
import { Alert, Button, IconButton, TextField } from '@mui/material'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ControlOf, useFieldError } from '#ui/form/field/text-field.tsx'
import css from './security.module.css'

type Props = { control: ControlOf<typeof securityDraft>; ownAddress: string }

export function RangeList({ control, ownAddress }: Props) {
  const { t } = useTranslation('security')
  const { field } = useController({ control, name: 'ranges' })
  const ranges = field.value
  const own = `${ownAddress}/${ownAddress.includes(':') ? 128 : 32}`
  const add = (range: string) => field.onChange([...ranges, range])
  return (
    <>
      {ranges.length === 0 ? (
        <p className={css.quiet}>{t('none')}</p>
      ) : (
        <ul className={css.list} aria-label={t('ranges')}>
          {ranges.map((range) => (
            <li key={range} className={css.range}>
              <code>{range}</code>
              <IconButton
                size="small"
                aria-label={t('remove', { range })}
                title={t('remove', { range })}
                onClick={() => field.onChange(ranges.filter((one) => one !== range))}
              >
                <X size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <NewRange ranges={ranges} onAdd={add} />
      <Alert
        severity="info"
        className={css.own}
        action={
          !ranges.includes(own) && (
            <Button size="small" onClick={() => add(own)}>
              {t('add-own')}
            </Button>
          )
        }
      >
        {t('own-address', { address: ownAddress })}
      </Alert>
    </>
  )
}

function NewRange({ ranges, onAdd }: { ranges: readonly string[]; onAdd: (range: string) => void }) {
  const { t } = useTranslation('security')
  const [text, setText] = useState('')
  const [key, setKey] = useState<string>()
  const error = useFieldError(key)
  const add = () => {
    const checked = addressRange.safeParse(text)
    if (!checked.success) return setKey('security.range-invalid')
    if (ranges.includes(checked.data)) return setKey('security.range-there')
    onAdd(checked.data)
    setText('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the range; it does not save the form.
    event.preventDefault()
    add()
  }
  return (
    <div className={css.add}>
      <TextField
        fullWidth
        label={t('range')}
        placeholder={t('placeholder')}
        value={text}
        error={error !== null}
        helperText={error ?? t('range-help')}
        onChange={(event) => {
          setText(event.target.value)
          setKey(undefined)
        }}
        onKeyDown={press}
      />
      <Button disabled={text.trim() === ''} onClick={add}>
        {t('add')}
      </Button>
    </div>
  )
}
