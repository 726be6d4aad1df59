/** A section of a form that is rarely needed: folded until somebody opens it or one of its fields has an error. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useFormState } from 'react-hook-form'
import { tabHasError } from '#ui/form/form-tabs.tsx'
import css from './form-fold.module.css'

type Props<T extends FieldValues, O> = {
  control: Control<T, unknown, O>
  title: string
  help: string
  /** What stands in it: an error of these opens it. */
  fields: readonly FieldPath<T>[]
  children: ReactNode
}

export function FormFold<T extends FieldValues, O>({ control, title, help, fields, children }: Props<T, O>) {
  const { errors } = useFormState({ control, name: [...fields] })
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || tabHasError(errors, fields)
  return (
    <details className={css.fold} open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.head}>
        <span>
          <h2 className={css.title}>{title}</h2>
          <span className={css.help}>{help}</span>
        </span>
        <ChevronDown size={20} aria-hidden className={css.mark} />
      </summary>
      {isShown && <div className={css.body}>{children}</div>}
    </details>
  )
}
