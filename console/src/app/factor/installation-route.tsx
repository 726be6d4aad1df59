/** installation with the rule of another noun about the operators' sign-in: nouns meet here. */
import { Suspense } from 'react'
import { InstallationPage } from '#console/site/installation/installation-page.tsx'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'

const FactorRuleForm = lazyPart(async () => {
  const [form] = await Promise.all([import('#console/identity/security/factor-rule-form.tsx'), loadTexts('management')])
  return { default: form.FactorRuleForm }
})

export function InstallationRoute() {
  return (
    <InstallationPage
      signIn={
        <Suspense fallback={null}>
          <FactorRuleForm />
        </Suspense>
      }
    />
  )
}
