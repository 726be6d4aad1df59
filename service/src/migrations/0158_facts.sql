-- Facts travel as a code and the values that their sentence names; sentences are made where they are read. CAM-06, CAM-15.
-- Sentences that hubs of before sent are translated; others stay as they read, as the code 'other'.
create function status_reason_of(sentence text) returns jsonb language sql immutable strict as $$
  select coalesce(
    (select jsonb_build_object('code', known.code, 'params', coalesce(
        (select jsonb_object_agg(name, regexp_substr(sentence, known.pattern, 1, 1, '', place::int))
          from unnest(known.names) with ordinality as named (name, place)), '{}'))
      from (values
        ('hub-silent', '^hub-silent$', array[]::text[]),
        ('camera-silent', '^camera-silent$', array[]::text[]),
        ('connecting', '^The hub is connecting to it\.$', array[]::text[]),
        ('disabled', '^The camera is switched off\.$', array[]::text[]),
        ('stopped', '^Its process was stopped in the console\.$', array[]::text[]),
        ('worker-lost', '^The video process of this camera ended unexpectedly and is being restarted\.$', array[]::text[]),
        ('bad-address', '^The stream address must start with rtsp:// or rtsps:// and name a host\.$', array[]::text[]),
        ('scene-not-demo', '^A scene: address works only on a hub that was started for the demo \(--demo-scenes\)\.$', array[]::text[]),
        ('host-unknown', '^The host name (.*) is not known\.$', array['host']::text[]),
        ('network-not-allowed', '^(.*) is in none of the site’s camera networks\.$', array['host']::text[]),
        ('refused', '^(.*) refuses the connection: no camera listens there\.$', array['host']::text[]),
        ('unreachable', '^(.*) cannot be reached \((.*)\)\.$', array['host', 'detail']::text[]),
        ('timeout', '^(.*) did not answer in time\.$', array['host']::text[]),
        ('closed-early', '^(.*) closed the connection; it is no RTSP camera\.$', array['host']::text[]),
        ('not-rtsp', '^Something answers at (.*), but it is no RTSP camera\.$', array['host']::text[]),
        ('too-long', '^What (.*) answers is too long or no RTSP\.$', array['host']::text[]),
        ('redirected', '^The camera at (.*) points to another address, which is not followed\.$', array['host']::text[]),
        ('login-missing', '^The camera at (.*) asks for a user name and password\.$', array['host']::text[]),
        ('login-wrong', '^The camera at (.*) does not accept the user name and password\.$', array['host']::text[]),
        ('not-found', '^The camera at (.*) has no stream at (.*)\.$', array['host', 'path']::text[]),
        ('opening-ended', '^The camera at (.*) ended the connection before its stream began\.$', array['host']::text[]),
        ('opening-failed', '^The stream could not be opened: (.*)$', array['detail']::text[]),
        ('not-begun', '^The camera answers, but its stream does not begin\.$', array[]::text[]),
        ('no-video', '^The stream holds no H\.264 or H\.265 video\.$', array[]::text[]),
        ('no-frames', '^The camera is connected but sends no pictures\.$', array[]::text[]),
        ('no-key-frames', '^The camera never sends a whole picture \(key frame\) in H\.264\. Set it to H\.264 with a key frame every 2 seconds\.$', array[]::text[]),
        ('not-decodable', '^The camera sends data, but no picture can be made of it\. Check its video settings \(codec, profile\)\.$', array[]::text[]),
        ('picture-too-large', '^The pictures are too large: at most 33 megapixels \(8K\) can be shown\.$', array[]::text[]),
        ('too-many-pictures', '^The camera sends far too many pictures\. Set its frame rate to 30 a second or fewer\.$', array[]::text[]),
        ('ended', '^The camera ended its stream\.$', array[]::text[]),
        ('failed', '^The stream failed: (.*)$', array['detail']::text[]),
        ('view-changed', '^The whole view changed; alerts pause until it is known again\.$', array[]::text[]),
        ('no-recording-h265', '^H\.265: shown and cut into clips, but not recorded\. Set the camera to H\.264 for recordings\.$', array[]::text[]),
        ('format-unsteady', '^The camera changes its picture size again and again: recordings and live view break off each time\.$', array[]::text[]),
        ('clock-jumps', '^The time stamps of this camera jump; its pictures are placed by when they arrive\.$', array[]::text[]),
        ('pictures-broken', '^Many pictures arrive broken\. Check the network cable, the Wi-Fi or the bit rate of the camera\.$', array[]::text[]),
        ('key-frames-rare', '^Whole pictures \(key frames\) come too rarely for live view and recordings\. Set the key frame interval to 2 seconds\.$', array[]::text[]),
        ('pose-missing', '^The pose model does not run: falls are judged by the background alone, which is less sure\.$', array[]::text[])
      ) as known (code, pattern, names)
      where sentence ~ known.pattern limit 1),
    jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', left(sentence, 500))))
$$;
alter table camera alter column status_reason type jsonb using status_reason_of(status_reason);

create function settings_errors_of(sentences text) returns jsonb language plpgsql immutable as $$
declare
  rest text := coalesce(sentences, '');
  errors jsonb := '[]';
  known record;
  detail text;
  unread text[];
begin
  unread := regexp_match(rest, '^This hub does not understand (.*?): (.*)$');
  if unread is not null then
    return jsonb_build_array(jsonb_build_object('code', 'not-understood', 'params',
      jsonb_build_object('path', case unread[1] when 'the settings' then '' else unread[1] end, 'detail', unread[2])));
  end if;
  while rest <> '' loop
    select code, '^' || pattern || '( |$)' as pattern, pattern like '%(.*?)%' as has_detail into known from (values
        ('app-unknown', 'This version of the hub cannot run (.*?)\.'),
        ('bed-missing', '(.*?) needs a region with the four corners of the bed\.'),
        ('model-file-missing', 'No file of an advanced fall model is set up on this hub: falls are judged by the standard one\.'),
        ('model-file-unreadable', 'The file of the advanced fall model cannot be read \((.*?)\): falls are judged by the standard one\.'),
        ('model-file-too-large', 'The file of the advanced fall model is larger than (.*?): falls are judged by the standard one\.'),
        ('model-runtime-missing', 'Neither onnxruntime-node nor onnxruntime-web can be used on this hub \((.*?)\): falls are judged by the standard model\.'),
        ('model-not-onnx', 'The file of the advanced fall model cannot be opened as ONNX \((.*?)\): falls are judged by the standard one\.'),
        ('model-unfit', 'The advanced fall model does not fit \((.*?)\): falls are judged by the standard one\.'),
        ('model-too-slow', 'The advanced fall model did not answer in time: falls are judged by the standard one\.'),
        ('model-too-hungry', 'The advanced fall model used more than (.*?) of memory: falls are judged by the standard one\.'),
        ('model-failing', 'The advanced fall model failed \((.*?)\): falls are judged by the standard one\.'),
        ('bad-address', 'The stream address must start with rtsp:// or rtsps:// and name a host\.'),
        ('scene-not-demo', 'A scene: address works only on a hub that was started for the demo \(--demo-scenes\)\.')
      ) as sentence (code, pattern)
      where rest ~ ('^' || pattern || '( |$)') limit 1;
    if not found then
      return jsonb_build_array(jsonb_build_object('code', 'other', 'params',
        jsonb_build_object('text', left(sentences, 500))));
    end if;
    detail := (regexp_match(rest, known.pattern))[1];
    errors := errors || jsonb_build_object('code', known.code, 'params', case
      when not known.has_detail then '{}'
      when known.code = 'app-unknown' then jsonb_build_object('appCodes', to_jsonb(string_to_array(detail, ', ')))
      when known.code = 'bed-missing' then jsonb_build_object('appCode', detail)
      else jsonb_build_object('detail', detail) end);
    rest := substr(rest, length(regexp_substr(rest, known.pattern)) + 1);
  end loop;
  return errors;
end $$;
alter table camera alter column reported_error type jsonb using settings_errors_of(reported_error);
alter table camera alter column reported_error set default '[]', alter column reported_error set not null;
alter table camera rename column reported_error to reported_errors;

drop function status_reason_of(text);
drop function settings_errors_of(text);
