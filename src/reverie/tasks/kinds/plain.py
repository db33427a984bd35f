"""A packet as text, plainly. To be replaced by `tasks.packets.render_packet`."""

from __future__ import annotations

from reverie.records.tasks import Packet


def render_packet(packet: Packet) -> str:
    header = " · ".join(f"{name} {value}" for name, value in packet.header.items())
    lines = []
    for item in packet.items:
        before = f" (before it: {item.context})" if item.context else ""
        files = f" [{', '.join(item.files)}]" if item.files else ""
        lines.append(f"[{item.id}] {item.kind}@{item.line}:{files} {item.text}{before}".replace("\n", "⏎"))
    return "\n".join([header, *lines])
