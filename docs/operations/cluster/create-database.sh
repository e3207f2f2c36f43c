#!/bin/sh
# /etc/patroni/create-database.sh: run once, on the first primary. Patroni passes the connection.
exec psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$1" <<'SQL'
create role fft login password 'CHANGE-fft';
create database fft owner fft locale 'C.UTF-8' template template0;
SQL
