/** The items that a municipality asks for, each with its label, its kind and its place in the form. REPORT-05. */
import { OWN_ITEM_KINDS, OWN_ITEM_PLACES, OWN_ITEMS_MAX } from '@mimamori/contract/care/accident-form.ts'
import type { accidentSettingsForm } from '@mimamori/contract/care/accident-settings.ts'
import { Button, IconButton } from '@mui/material'
import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { type ControlOf, TextField } from '#ui/form/field/text-field.tsx'
import css from './accident.module.css'

const NEW = { label: '', kind: 'line', after: 'remarks', isRequired: false } as const

type Control = ControlOf<typeof accidentSettingsForm>

export function OwnItems({ control }: { control: Control }) {
  const { t } = useTranslation('accident')
  // An item has an id of its own.
  const { fields, append, remove } = useFieldArray({ control, name: 'ownItems', keyName: 'key' })
  return (
    <>
      {fields.length === 0 && <p className={css.quiet}>{t('own-none')}</p>}
      <ul className={css.items} aria-label={t('own-items')}>
        {fields.map(({ key }, at) => (
          <Item key={key} control={control} at={at} onRemove={() => remove(at)} />
        ))}
      </ul>
      <div>
        <Button startIcon={<Plus size={18} />} disabled={fields.length >= OWN_ITEMS_MAX} onClick={() => append(NEW)}>
          {t('own-add')}
        </Button>
      </div>
    </>
  )
}

function Item({ control, at, onRemove }: { control: Control; at: number; onRemove: () => void }) {
  const { t } = useTranslation('accident')
  const number = at + 1
  return (
    <li>
      <fieldset className={css.item} aria-label={t('own-item', { number })}>
        <TextField control={control} name={`ownItems.${at}.label`} label={t('own-label')} required />
        <SelectField
          control={control}
          name={`ownItems.${at}.kind`}
          label={t('own-kind')}
          required
          options={OWN_ITEM_KINDS.map((value) => ({ value, label: t(`own-kind-${value}`) }))}
        />
        <SelectField
          control={control}
          name={`ownItems.${at}.after`}
          label={t('own-after')}
          required
          options={OWN_ITEM_PLACES.map((value) => ({ value, label: t(`section-${value}`) }))}
        />
        <div className={css.actions}>
          <SwitchField control={control} name={`ownItems.${at}.isRequired`} label={t('own-required')} />
          <IconButton aria-label={t('own-remove', { number })} title={t('own-remove', { number })} onClick={onRemove}>
            <X size={18} />
          </IconButton>
        </div>
      </fieldset>
    </li>
  )
}
