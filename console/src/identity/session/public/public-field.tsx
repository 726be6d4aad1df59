/** One field of a public form: label, box, error under it. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useId } from 'react'
import css from './public-form.module.css'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: string | null
  /** Inside of the box, after the input: show or hide. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function PublicField({ label, error, end, ref, ...input }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.box}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={css.input}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </span>
      {error && (
        <span id={`${id}-error`} className={css.error}>
          {error}
        </span>
      )}
    </div>
  )
}

/** The one button of a public form; busy while the service answers. */
export function PublicSubmit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={css.submit} disabled={isBusy} aria-busy={isBusy}>
      {isBusy && <span className={css.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** What the service refused. */
export function PublicAlert({ children }: { children: ReactNode }) {
  return (
    <div className={css.alert} role="alert">
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M8.3 2h7.4L22 8.3v7.4L15.7 22H8.3L2 15.7V8.3zM11 6v8h2V6zm0 10v2.2h2V16z"
          fill="currentColor"
          fillRule="evenodd"
        />
      </svg>
      <span>{children}</span>
    </div>
  )
}
