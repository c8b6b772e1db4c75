"""A score server for `posespace animate distil`; the protocol is in docs/guides/distil.md.

    python serve.py THUDM/CogVideoX-2b --height 480 --width 720

One film at a time: while one is worked on, others get 503, which posespace takes as "later".
"""

import argparse
import json
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy
import torch

from video_scores import open_score

MOST_BYTES = 512 * 1024 * 1024
MOST_HEADER = 64 * 1024


class Refused(Exception):
    """A request that is not of the protocol."""


def parse_film(body):
    """Request and frames [F, H, W, 3] of a message."""
    if len(body) < 4:
        raise Refused("the message is shorter than its head")
    (length,) = struct.unpack_from("<I", body)
    if not 0 < length <= min(MOST_HEADER, len(body) - 4):
        raise Refused("the length of the JSON text is wrong")
    try:
        request = json.loads(body[4 : 4 + length])
        version = request["version"]
        shape = [int(request[key]) for key in ("frames", "height", "width")]
        prompt, seed = str(request["prompt"]), int(request["seed"])
        time, guidance = float(request["time"]), float(request["guidance"])
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(f"the JSON text is not of the protocol: {error}") from error
    if version != 1:
        raise Refused(f"this server speaks version 1, not {version}")
    if not 0 <= time <= 1 or min(shape) < 1:
        raise Refused("time is 0 to 1, and a film has frames and pixels")
    if len(body) - 4 - length != shape[0] * shape[1] * shape[2] * 3:
        raise Refused(f"{shape} frames need as many bytes, got {len(body) - 4 - length}")
    pixels = numpy.frombuffer(body, numpy.uint8, offset=4 + length).reshape(*shape, 3)
    frames = torch.from_numpy(pixels.astype(numpy.float32) / 255)
    return frames, {"prompt": prompt, "time": time, "seed": seed % 2**63, "guidance": guidance}


def create_handler(score):
    busy = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            length = int(self.headers.get("content-length") or 0)
            if not 0 < length <= MOST_BYTES:
                self.close_connection = True
                return self.answer(413, b"a film is 1 byte to 512 MiB, with a content-length")
            body = self.rfile.read(length)
            if not busy.acquire(blocking=False):
                return self.answer(503, b"busy with another film")
            try:
                frames, request = parse_film(body)
                gradient = score.gradient(frames, **request)
                halves = gradient.clamp(-65504, 65504).to(torch.float16).cpu().numpy()
                return self.answer(200, halves.astype("<f2").tobytes())
            except Refused as refused:
                return self.answer(400, str(refused).encode())
            except Exception as error:  # Out of memory and the like: the client shows it and keeps its checkpoint.
                return self.answer(500, f"{type(error).__name__}: {error}".encode()[:300])
            finally:
                busy.release()

        def answer(self, status, body):
            self.send_response(status)
            self.send_header("content-type", "application/octet-stream" if status == 200 else "text/plain")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="name on the Hub, or a folder: CogVideoX or Wan 2.1, text to video")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8123, help="0 takes any")
    parser.add_argument("--height", type=int, default=480, help="of the film inside the model, a multiple of 16")
    parser.add_argument("--width", type=int, default=720)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    score = open_score(options.model, options.device, options.height, options.width)
    server = ThreadingHTTPServer((options.host, options.port), create_handler(score))
    print(f"score server of {options.model} at http://{options.host}:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
