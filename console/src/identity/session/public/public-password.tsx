/** A new password on a public page: show and hide, and the rule below. */
import type { InputHTMLAttributes } from 'react'
import { useId, useState } from 'react'
import { PublicField } from './public-field.tsx'
import css from './public-form.module.css'
import { usePublicTexts } from './public-texts.ts'

type Props = InputHTMLAttributes<HTMLInputElement> & { label: string; error: string | null; rule: string }

export function PublicPassword({ rule, ...field }: Props) {
  const { session: t } = usePublicTexts()
  const [isShown, setShown] = useState(false)
  const ruleId = useId()
  return (
    <div className={css.field}>
      <PublicField
        {...field}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        aria-details={ruleId}
        end={
          <button type="button" className={css.inside} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t.hide : t.show}
          </button>
        }
      />
      <span id={ruleId} className={css.rule}>
        {rule}
      </span>
    </div>
  )
}
