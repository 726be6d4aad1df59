/** A form in several tabs. All stay mounted, so that saving in one tab includes the others. */
import { Tab, Tabs } from '@mui/material'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import css from './form-tabs.module.css'

type FormTab<I extends string = string> = {
  id: I
  label: ReactNode
  content: ReactNode
  /** One of its fields has an error: `tabHasError(form.formState.errors, ['name', …])`. */
  hasError?: boolean
}

type Props<I extends string> = {
  label: string
  tabs: readonly FormTab<I>[]
  tab: I
  onTab: (tab: I) => void
}

/** The page controls the open tab, in its state or in the address. Saving with errors opens the first tab with an error. */
export function FormTabs<I extends string>({ label, tabs, tab, onTab }: Props<I>) {
  const { t } = useTranslation('form')
  const base = useId()
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: I) => onTab(next)}
        aria-label={label}
        variant="scrollable"
        allowScrollButtonsMobile
      >
        {tabs.map(({ id, label: name, hasError }) => (
          <Tab
            key={id}
            value={id}
            id={`${base}-${id}`}
            aria-controls={`${base}-${id}-panel`}
            label={
              <span className={css.label}>
                {name}
                {hasError && (
                  <span className={css.error}>
                    <span className="visually-hidden">{t('tab-has-errors')}</span>
                  </span>
                )}
              </span>
            }
          />
        ))}
      </Tabs>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}-${id}-panel`}
          aria-labelledby={`${base}-${id}`}
          hidden={id !== tab}
          className={css.panel}
        >
          {content}
        </div>
      ))}
    </>
  )
}

/** Whether one of these fields has an error; for nested fields pass the first name. */
export function tabHasError(errors: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.some((name) => errors[name] !== undefined)
}
