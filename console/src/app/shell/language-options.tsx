/** The menu behind the globe: the choice is saved in the browser and in the user's profile (GEN-03). */
import { Menu, MenuItem } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '#lib/browser/i18n.ts'
import { LANGUAGE_OPTIONS, type Language } from '#lib/browser/language.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { changeUser } from '#lib/session/session.ts'
import { notifyError } from '#ui/feedback/toast.ts'

type Props = { anchor: HTMLElement; isOpen: boolean; onClose: () => void }

export default function LanguageOptions({ anchor, isOpen, onClose }: Props) {
  const { i18n } = useTranslation('app')
  const choose = async (language: Language) => {
    onClose()
    await switchLanguage(language)
    changeUser({ locale: language })
    try {
      await call('profile.patch', { body: { locale: language } })
    } catch (error) {
      // The demo account keeps nothing on the server; in this browser the choice holds all the same.
      if (!(error instanceof ApiError && error.key === 'demo-read-only')) notifyError(errorTextNow(error))
    }
  }
  return (
    <Menu anchorEl={anchor} open={isOpen} onClose={onClose}>
      {LANGUAGE_OPTIONS.map(({ value, label }) => (
        <MenuItem key={value} lang={value} selected={value === i18n.language} onClick={() => choose(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
