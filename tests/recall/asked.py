"""Pairs of questions as agents ask them, and whether both want to know the same. Written down before anything was
measured with them, and nothing is fitted to them."""

from __future__ import annotations

Pairs = tuple[tuple[str, str], ...]

SAME: dict[str, Pairs] = {
    "repeated": (
        ("staging database url", "Staging database URL?"),
        ("what is the retention of audit logs", "audit logs: what is their retention"),
        ("how do we run the e2e tests", "how to run e2e tests"),
        ("when is the vet appointment of the cat", "When is the cat's vet appointment?"),
        ("does the export support csv", "does our export support CSV files"),
        ("who reviews terraform changes", "who is reviewing Terraform changes here"),
        ("location of the translations", "where are the translations located"),
        ("please tell me which region we deploy to", "which region do we deploy to"),
    ),
    "plain": (
        ("who looks after the newsletter", "person responsible for the newsletter"),
        ("how much rent do we pay", "what is our monthly rent"),
        ("why was the mobile app discontinued", "reason for stopping the mobile app"),
        ("when does the bakery open", "opening hours of the bakery"),
        ("what does Noor like to drink", "Noor's favourite drink"),
        ("how do I undo a migration", "steps to roll back a migration"),
        ("where did grandma grow up", "in which town did grandma spend her childhood"),
        ("how many seats does the van have", "seating capacity of the van"),
    ),
    "identifiers": (
        ("default of MAX_RETRY_COUNT", "what is MAX_RETRY_COUNT set to"),
        ("what does parseJWTToken return", "return value of parse_jwt_token"),
        ("where is UserSession defined", "which file defines UserSession"),
        ("E4012 meaning", "what does error E4012 mean"),
        ("who owns src/payments/ledger.py", "owner of src/payments/ledger.py"),
        ("timeout in nginx.conf", "which timeout is set in nginx.conf"),
    ),
    "other tongues": (
        ("wo liegt der Schlüssel zum Schuppen", "Wo ist der Schlüssel für den Schuppen?"),
        ("quand arrive le colis de Marie", "date d'arrivée du colis de Marie"),
        ("¿qué puerto usa la pasarela?", "puerto de la pasarela"),
        ("数据库的备份在哪里", "数据库备份放在哪里"),
        ("リリースの手順は何ですか", "リリース手順"),
        ("кто отвечает за биллинг", "кто отвечает за биллинг у нас"),
    ),
}

OTHER: dict[str, Pairs] = {
    "asked for": (
        ("who looks after the newsletter", "how many people read the newsletter"),
        ("how much rent do we pay", "on which day is the rent due"),
        ("how often is the boiler serviced", "how do I bleed the boiler"),
        ("how many seats does the van have", "how long is the van"),
        ("what is the name of Noor's dog", "what is the age of Noor's dog"),
        ("retention of audit logs", "format of audit logs"),
        ("port of the metrics exporter", "owner of the metrics exporter"),
        ("when does the bakery open", "when does the bakery close"),
    ),
    "verb": (
        ("how do I create a migration", "how do I undo a migration"),
        ("how do I add a user to the group", "how do I remove a user from the group"),
        ("why was the mobile app started", "why was the mobile app discontinued"),
        ("who writes the release notes", "who reads the release notes"),
        ("where do we buy the coffee", "where do we keep the coffee"),
        ("may I delete a tenant", "may I rename a tenant"),
    ),
    "condition": (
        ("timeout of the gateway in production", "timeout of the gateway in tests"),
        ("how do I log in on the phone", "how do I log in without a password"),
        ("what do we eat on Fridays", "what do we eat at Christmas"),
        ("who is on duty at night", "who is on duty on Sundays"),
        ("deploy steps", "deploy steps when the database schema changed"),
        ("which tests run on a pull request", "which tests run on the main branch"),
    ),
    "identifiers": (
        ("default of MAX_RETRY_COUNT", "default of MAX_RETRY_DELAY"),
        ("what does parseJWTToken return", "what does parseJWTToken raise"),
        ("where is UserSession defined", "where is UserSession used"),
        ("E4012 meaning", "E4013 meaning"),
        ("timeout in nginx.conf", "timeout in haproxy.cfg"),
        ("who owns src/payments/ledger.py", "who owns src/payments/refund.py"),
    ),
    "other tongues": (
        ("wo liegt der Schlüssel zum Schuppen", "wer hat den Schlüssel zum Schuppen"),
        ("quand arrive le colis de Marie", "où est le colis de Marie"),
        ("¿qué puerto usa la pasarela?", "¿qué versión usa la pasarela?"),
        ("数据库的备份在哪里", "数据库的密码在哪里"),
        ("リリースの手順", "リリースの日程"),
        ("кто отвечает за биллинг", "почему биллинг не отвечает"),
    ),
}
