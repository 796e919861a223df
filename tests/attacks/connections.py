"""Bytes that a test sends to a server, and what comes back."""

import asyncio
import contextlib
import socket

import uvicorn

from server.http.connections import Guarded


async def answers(scope, receive, send):
    """An application that reads the whole request and responds with ``yes``."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"yes"})


@contextlib.asynccontextmanager
async def served(application=answers, protocol=Guarded):
    """The address of a server that accepts connections as ours does."""
    door = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(application, http=protocol, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[door]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield door.getsockname()
    finally:
        server.should_exit = True
        await task


async def reply_to(address, *pieces):
    """The response to these pieces of a request, read until the connection closes."""
    reader, writer = await asyncio.open_connection(*address)
    heard = b""
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        heard = await reader.read()
    writer.close()
    return heard
