#!/usr/bin/python3
"""A real RTSP server (GStreamer) for tests: rtsp_server.py PORT '{"name": {...}}' [USER PASSWORD [basic]], prints 'ready PORT'.

Each mount is one of
  {"file": "/a.mp4", "codec": "h264"|"h265"}   an MP4, played once at its own pace
  {"pattern": "ball", "width": 320, "height": 180, "fps": 10, "codec": "h264"|"h265"|"jpeg"}   moving pictures for ever
  with "wallTime": true what moves is at the same place in every such mount at the same time
  with "reordered": true the H.265 has B-frames, also across its key frames
With USER and PASSWORD every mount asks for them (digest, or Basic when asked to).
"""
import json
import sys

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

ENCODERS = {
    'h264': 'x264enc tune=zerolatency speed-preset=ultrafast bframes=0 threads=1 key-int-max={gop} bitrate={kbps} ! h264parse',
    'h265': 'x265enc tune=zerolatency speed-preset=ultrafast key-int-max={gop} bitrate={kbps} ! h265parse',
    'jpeg': 'jpegenc',
}


REORDERED = (
    'x265enc speed-preset=ultrafast key-int-max={gop} bitrate={kbps}'
    ' option-string="bframes=2:b-adapt=0:open-gop=1:rc-lookahead=3:frame-threads=1" ! h265parse'
)


def pipeline_of(mount):
    if 'file' in mount:
        codec = mount.get('codec', 'h264')
        return (
            f'( filesrc location="{mount["file"]}" ! qtdemux ! {codec}parse'
            f' ! rtp{codec}pay name=pay0 pt=96 config-interval=-1 )'
        )
    fps = mount.get('fps', 10)
    codec = mount.get('codec', 'h264')
    template = REORDERED if mount.get('reordered') else ENCODERS[codec]
    encoder = template.format(gop=mount.get('gop', fps), kbps=mount.get('kbps', 500))
    pattern = mount['pattern'] + (' animation-mode=wall-time' if mount.get('wallTime') else '')
    size = f'width={mount.get("width", 320)},height={mount.get("height", 180)}'
    # JPEG has a number of its own, and no parameter sets.
    described = 'pt=26' if codec == 'jpeg' else 'pt=96 config-interval=-1'
    return (
        f'( videotestsrc is-live=true pattern={pattern} ! video/x-raw,format=I420,{size},framerate={fps}/1'
        f' ! {encoder} ! rtp{codec}pay name=pay0 {described} )'
    )


def lock(server, factories, user, password, method='digest'):
    auth = GstRtspServer.RTSPAuth()
    is_basic = method == 'basic'
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.BASIC if is_basic else GstRtsp.RTSPAuthMethod.DIGEST)
    token = GstRtspServer.RTSPToken()
    token.set_string('media.factory.role', 'viewer')
    if is_basic:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    else:
        auth.add_digest(user, password, token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role('viewer', 'media.factory.access', True)
    permissions.add_permission_for_role('viewer', 'media.factory.construct', True)
    for factory in factories:
        factory.set_permissions(permissions)


def main():
    Gst.init(None)
    port, mounts = sys.argv[1], json.loads(sys.argv[2])
    server = GstRtspServer.RTSPServer()
    server.set_address('127.0.0.1')
    server.set_service(port)
    factories = []
    for name, mount in mounts.items():
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch(pipeline_of(mount))
        # A file is played from its start for each viewer; a pattern is one camera for all.
        factory.set_shared('file' not in mount)
        factories.append(factory)
        server.get_mount_points().add_factory(f'/{name}', factory)
    if len(sys.argv) > 3:
        lock(server, factories, *sys.argv[3:6])
    server.attach(None)
    # The server goes with its parent: reading ends when the parent's pipe closes.
    GLib.io_add_watch(GLib.IOChannel.unix_new(0), 0, GLib.IOCondition.HUP, lambda *_: sys.exit(0))
    print('ready', server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


main()
