/** The form of a new camera: eight facts in the order of a technician's hands, the rest behind *More*. CAM-02, DOOR-03. */
import { useTranslation } from 'react-i18next'
import { FormSection } from '#ui/form/record-form.tsx'
import {
  AddressField,
  DescriptionFields,
  GroupFields,
  HubField,
  LoginRow,
  NameRow,
  StreamNameField,
  SubStreamFields,
  WhereRow,
} from './camera-fields-main.tsx'
import { NoticeFold, PrivacySection } from './camera-fields-notice.tsx'
import { ExternalFold, ImageFold, NetworkFold, PlacementFold } from './camera-fields-rest.tsx'
import type { CameraFormState } from './camera-form-values.ts'
import { ConnectionTest } from './connection/connection-test.tsx'
import { Discovery } from './connection/discovery.tsx'
import { useHubRequests } from './connection/hub-requests.tsx'
import { MakerField } from './connection/maker-field.tsx'
import { StreamTrust } from './connection/stream-trust.tsx'
import { FormFold } from './form-fold.tsx'

/** What an error opens *More* for: everything that is not among the eight. */
const MORE = [
  ...(['description', 'type', 'brand', 'model', 'subStreamUrl', 'isSubStreamSameView', 'streamingId'] as const),
  ...(['tagIds', 'shiftIds', 'privacyLevel', 'masks', 'inactiveAlertMinutes', 'subscribers', 'escalationIds'] as const),
  ...(['width', 'height', 'frameRate', 'angle', 'sensitivity', 'pixelChangePercent'] as const),
  ...(['sequenceDurationSeconds', 'motionDurationSeconds', 'imageDurationSeconds', 'installationDate'] as const),
  ...(['placementAngleDegrees', 'placementHeightCm', 'roomSizeM2', 'ipAddress', 'macId', 'ssid'] as const),
  ...(['signalStrengthDbm', 'channel', 'unitCode', 'resCode'] as const),
]

type Props = { form: CameraFormState['form'] }

export function NewCameraFields({ form }: Props) {
  const { t } = useTranslation('cameraForm')
  const { control } = form
  const { mayAsk, hubs } = useHubRequests(form)
  return (
    <>
      <FormSection title={t('new-stream')} help={t('new-stream-help')}>
        <HubField control={control} isNew />
        <div>
          <Discovery form={form} mayAsk={mayAsk} />
        </div>
        <MakerField control={control} />
        <AddressField control={control} />
        <LoginRow control={control} isPasswordSet={false} />
        <ConnectionTest form={form} cameraId={null} mayAsk={mayAsk} hasHubChoice={hubs > 1}>
          {null}
        </ConnectionTest>
      </FormSection>
      <FormSection title={t('place')} help={t('place-help')}>
        <NameRow control={control} />
        <WhereRow control={control} />
      </FormSection>
      <More form={form} />
    </>
  )
}

function More({ form: { control } }: Props) {
  const { t } = useTranslation('cameraForm')
  return (
    <FormFold control={control} title={t('more')} help={t('more-help')} fields={MORE}>
      <DescriptionFields control={control} isOptional />
      <SubStreamFields control={control} />
      <StreamTrust control={control} />
      <StreamNameField control={control} isOptional />
      <GroupFields control={control} />
      <PrivacySection control={control} cameraId={null} />
      <NoticeFold control={control} cameraId={null} />
      <ImageFold control={control} />
      <PlacementFold control={control} />
      <NetworkFold control={control} />
      <ExternalFold control={control}>{null}</ExternalFold>
    </FormFold>
  )
}
