#!/usr/bin/python3
"""The demo cameras' RTSP server (GStreamer): rtsp_server.py PORT LOCKED_PORT MOUNTS, prints 'ready PORT LOCKED_PORT'.

MOUNTS is JSON, name to one of
  {"channel": 3}                                       pictures that arrive on standard input, see below
  {"udp": 5004}                                        an H.264 RTP stream on a local UDP port (a looped file)
  {"clock": {"width": 1280, "height": 720, "fps": 15}} a picture with the time in it, for measuring delays
A mount with "user" and "password" asks for them (digest) and is served on LOCKED_PORT; those of all such mounts
must be the same. Ports of 0 take free ones. Everything listens on 127.0.0.1.

Standard input carries H.264 access units (Annex B), each after 6 bytes: channel (1), flags (1; bit 0 is a key
picture), length (4, big endian). When it closes, the server ends.

The clock picture: the top 32 rows are 64 cells of equal width, bright is 1, dark is 0: 48 bits of milliseconds
since the epoch, lowest first; 8 bits of parity (the exclusive or of its six bytes); one bright, one dark cell.
"""
import json
import struct
import sys
import threading
import time

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

PAY = 'h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1'
HEADER = struct.Struct('>BBI')


class Channel:
    """Pictures from standard input to the viewers of one mount; each viewer session begins with a key picture."""

    def __init__(self, factory):
        self.source = None
        self.begun = False
        factory.connect('media-configure', self.on_configure)

    def on_configure(self, _factory, media):
        self.begun = False
        self.source = media.get_element().get_child_by_name('source')
        media.connect('unprepared', self.on_unprepared, self.source)

    def on_unprepared(self, _media, source):
        if self.source is source:
            self.source = None

    def push(self, is_key, data):
        source = self.source
        if source is None:
            return
        self.begun = self.begun or is_key
        if not self.begun:
            return
        if source.emit('push-buffer', Gst.Buffer.new_wrapped(data)) != Gst.FlowReturn.OK:
            self.source = None


class ClockFactory(GstRtspServer.RTSPMediaFactory):
    """A moving picture whose top rows say when it was made."""

    def __init__(self, wish):
        super().__init__()
        self.width, self.height, self.fps = wish.get('width', 1280), wish.get('height', 720), wish.get('fps', 15)
        self.gop = wish.get('gop', self.fps * 2)
        self.set_shared(True)
        tile = bytes(60 + (x * 37 % 11) * 10 for x in range(self.width))
        rows = []
        for y in range(self.height - 32):
            k = (y // 24 * 37) % self.width
            rows.append(tile[k:] + tile[:k])
        self.ground = b''.join(rows)
        self.colors = bytes([128]) * (self.width * self.height // 2)

    def do_create_element(self, _url):
        caps = f'video/x-raw,format=I420,width={self.width},height={self.height},framerate={self.fps}/1'
        return Gst.parse_launch(
            f'( appsrc name=source is-live=true do-timestamp=true format=time caps={caps}'
            f' ! x264enc tune=zerolatency speed-preset=veryfast bitrate=2000 key-int-max={self.gop} bframes=0 threads=1'
            f' ! video/x-h264,profile=main ! {PAY} )'
        )

    def do_configure(self, media):
        source = media.get_element().get_child_by_name('source')
        state = {'n': 0}

        def tick():
            buffer = Gst.Buffer.new_wrapped(self.picture(state['n']))
            buffer.duration = Gst.SECOND // self.fps
            state['n'] += 1
            return source.emit('push-buffer', buffer) == Gst.FlowReturn.OK

        GLib.timeout_add(1000 // self.fps, tick)

    def picture(self, n):
        width = self.width
        luma = bytearray(self.ground)
        x, y = (n * 5) % (width - 120), (n * 7) % (self.height - 96)
        for row in range(y, y + 64):
            luma[row * width + x : row * width + x + 120] = b'\xd0' * 120
        return self.time_row() * 32 + bytes(luma) + self.colors

    def time_row(self):
        now = int(time.time() * 1000)
        parity = 0
        for i in range(0, 48, 8):
            parity ^= (now >> i) & 255
        bits = [(now >> i) & 1 for i in range(48)] + [(parity >> i) & 1 for i in range(8)] + [1, 0]
        cell = self.width // 64
        return b''.join((b'\xeb' if bit else b'\x10') * cell for bit in bits).ljust(self.width, b'\x80')


def factory_of(mount):
    if 'clock' in mount:
        return ClockFactory(mount['clock'])
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_shared(True)
    if 'udp' in mount:
        caps = 'application/x-rtp,media=video,clock-rate=90000,encoding-name=H264,payload=96'
        factory.set_launch(
            f'( udpsrc address=127.0.0.1 port={mount["udp"]} buffer-size=4194304 caps="{caps}"'
            f' ! rtpjitterbuffer latency=50 ! rtph264depay ! {PAY} )'
        )
    else:
        caps = 'video/x-h264,stream-format=byte-stream,alignment=au'
        factory.set_launch(f'( appsrc name=source is-live=true do-timestamp=true format=time caps="{caps}" ! {PAY} )')
    return factory


def lock(server, factories, user, password):
    auth = GstRtspServer.RTSPAuth()
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    token = GstRtspServer.RTSPToken()
    token.set_string('media.factory.role', 'viewer')
    auth.add_digest(user, password, token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role('viewer', 'media.factory.access', True)
    permissions.add_permission_for_role('viewer', 'media.factory.construct', True)
    for factory in factories:
        factory.set_permissions(permissions)


def server_on(port):
    server = GstRtspServer.RTSPServer()
    server.set_address('127.0.0.1')
    server.set_service(port)
    return server


def read_pictures(channels, loop):
    pipe = sys.stdin.buffer
    while True:
        header = pipe.read(HEADER.size)
        if len(header) < HEADER.size:
            break
        channel, flags, length = HEADER.unpack(header)
        data = pipe.read(length)
        if channel in channels:
            channels[channel].push(flags & 1 == 1, data)
    loop.quit()


def main():
    Gst.init(None)
    mounts = json.loads(sys.argv[3])
    opened, locked = server_on(sys.argv[1]), server_on(sys.argv[2])
    channels, secured = {}, []
    for name, mount in mounts.items():
        factory = factory_of(mount)
        if 'channel' in mount:
            channels[mount['channel']] = Channel(factory)
        if 'user' in mount:
            secured.append(factory)
        server = locked if 'user' in mount else opened
        server.get_mount_points().add_factory(f'/{name}', factory)
    opened.attach(None)
    if secured:
        login = next(mount for mount in mounts.values() if 'user' in mount)
        lock(locked, secured, login['user'], login['password'])
        locked.attach(None)
    loop = GLib.MainLoop()
    threading.Thread(target=read_pictures, args=(channels, loop), daemon=True).start()
    print('ready', opened.get_bound_port(), locked.get_bound_port() if secured else 0, flush=True)
    loop.run()


main()
